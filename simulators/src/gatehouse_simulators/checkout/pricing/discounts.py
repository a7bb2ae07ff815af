"""Find usable discounts and count their use."""

from collections.abc import Sequence

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.errors import CheckoutRefusal
from gatehouse_simulators.checkout.ids import parse_timestamp
from gatehouse_simulators.checkout.pricing.items import read_items
from gatehouse_simulators.checkout.pricing.lines import PricedItem, discount_covers
from gatehouse_simulators.checkout.store import queries, service
from gatehouse_simulators.checkout.store.models import Body, Entity


async def find_usable_by_id(db: Db, discount_id: str, items: Sequence[PricedItem]) -> Body:
    found = await queries.BY_ID.first(db, discount_id, "discount")
    return _require_usable(found, discount_id, items)


async def find_usable_by_code(db: Db, code: str, items: Sequence[PricedItem]) -> Body:
    """The discount of a code that a buyer typed, ignoring case."""
    found = await queries.DISCOUNT_BY_CODE.first(db, code)
    usable = _require_usable(found, code, items)
    if not usable["enabled_for_checkout"]:
        raise CheckoutRefusal(
            "transaction_discount_not_eligible", f"Discount {code} is not for checkouts"
        )
    return usable


async def refuse_used_up(db: Db, transaction: Body) -> None:
    """Refuse a discount that has expired or was used up since the transaction was opened. It stays locked
    until this database transaction ends."""
    discount = await service.lock_entity(db, "discount", transaction["discount_id"])
    _require_usable(discount, discount.id, read_items(transaction))


async def count_use(db: Db, discount_id: str) -> None:
    """Count one redemption. At the limit the discount becomes `used`."""
    discount = await service.lock_entity(db, "discount", discount_id)
    used = discount.body["times_used"] + 1
    at_limit = discount.body["usage_limit"] is not None and used >= discount.body["usage_limit"]
    await service.save_entity(
        db, discount, times_used=used, status="used" if at_limit else discount.body["status"]
    )


def _require_usable(found: Entity | None, name: str, items: Sequence[PricedItem]) -> Body:
    if found is None:
        raise CheckoutRefusal("transaction_discount_not_found", f"Discount {name} not found")
    discount = found.body
    limit, expires_at = discount["usage_limit"], discount["expires_at"]
    if discount["status"] == "used" or (limit is not None and discount["times_used"] >= limit):
        raise CheckoutRefusal("discount_usage_limit_exceeded", f"Discount {name} has been used up")
    eligible = (
        discount["status"] == "active"
        and (expires_at is None or parse_timestamp(expires_at) > clock.now())
        and any(discount_covers(discount, item.price) for item in items)
        and discount["currency_code"] in (None, items[0].currency)
    )
    if not eligible:
        raise CheckoutRefusal(
            "transaction_discount_not_eligible", f"Discount {name} does not apply"
        )
    return discount
