"""The items of a subscription: prices and quantities."""

from dataclasses import dataclass
from typing import Any

from pydantic import Field

from gatehouse_simulators.cards.catalog import build_legacy_plan
from gatehouse_simulators.cards.envelope import build_list
from gatehouse_simulators.cards.errors import CardRefusal, resource_missing
from gatehouse_simulators.cards.fields import EntityId, Metadata, Parameters, Quantity
from gatehouse_simulators.cards.ids import new_entity_id
from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.store import service as store
from gatehouse_simulators.cards.store.models import Body


class ItemInput(Parameters):
    """An item with an `id` exists already; without it the item is new."""

    id: EntityId | None = None
    price: EntityId | None = None
    quantity: Quantity | None = None
    deleted: bool = False
    metadata: Metadata = Field({})


class NewItem(Parameters):
    price: EntityId
    quantity: Quantity = 1
    metadata: Metadata = Field({})


@dataclass(frozen=True, slots=True)
class SubscriptionItem:
    """An existing or future item."""

    id: str
    price: Body
    quantity: int
    metadata: dict[str, str]
    created: int

    @property
    def amount(self) -> int:
        """The amount of a whole period."""
        return int(self.price["unit_amount"]) * self.quantity

    @property
    def price_and_quantity(self) -> tuple[str, int]:
        return self.price["id"], self.quantity


Items = list[SubscriptionItem]


def read_items(subscription: Body) -> Items:
    return [
        SubscriptionItem(
            each["id"], each["price"], each["quantity"], each["metadata"], each["created"]
        )
        for each in subscription["items"]["data"]
    ]


async def build_new_items(ledger: Ledger, wanted: list[NewItem], param: str = "items") -> Items:
    items = [
        SubscriptionItem(
            new_entity_id("si"),
            await _load_recurring_price(ledger, each.price, f"{param}[{place}][price]"),
            each.quantity,
            each.metadata,
            ledger.now,
        )
        for place, each in enumerate(wanted)
    ]
    refuse_mixed(items)
    return items


async def apply_item_changes(
    ledger: Ledger, now: Items, wanted: list[ItemInput], param: str = "items"
) -> Items:
    """The items after the change. Items that it does not name stay."""
    kept = {item.id: item for item in now}
    for place, each in enumerate(wanted):
        name = f"{param}[{place}]"
        if each.id is None:
            price = await _load_recurring_price(
                ledger, _require_param(each.price, f"{name}[price]"), f"{name}[price]"
            )
            item_id = new_entity_id("si")
            quantity = 1 if each.quantity is None else each.quantity
            kept[item_id] = SubscriptionItem(item_id, price, quantity, each.metadata, ledger.now)
            continue
        item = kept.get(each.id)
        if item is None:
            raise resource_missing("subscription_item", each.id, f"{name}[id]")
        if each.deleted:
            del kept[each.id]
            continue
        price = (
            await _load_recurring_price(ledger, each.price, f"{name}[price]")
            if each.price
            else item.price
        )
        quantity = item.quantity if each.quantity is None else each.quantity
        kept[each.id] = SubscriptionItem(
            item.id, price, quantity, each.metadata or item.metadata, item.created
        )
    items = list(kept.values())
    refuse_mixed(items)
    return items


async def _load_recurring_price(ledger: Ledger, price_id: str, param: str) -> Body:
    price = (await store.get_entity(ledger.db, "price", price_id, param)).body
    if not price["active"]:
        raise CardRefusal("The price specified is inactive. This field only accepts active prices.",
                      param=param)  # fmt: skip
    if price["recurring"] is None:
        raise CardRefusal(
            "The price specified is set to `type=one_time` but this field only accepts prices with "
            "`type=recurring`.",
            param=param,
        )
    return price


def _require_param(value: str | None, param: str) -> str:
    if value is None:
        raise CardRefusal(f"Missing required param: {param}.", "parameter_missing", param=param)
    return value


def refuse_mixed(items: Items) -> None:
    """Refuse items with different intervals or currencies, which one invoice cannot contain."""
    if not items:
        raise CardRefusal("A subscription must have at least one active plan.", param="items")
    if len(items) > 20:
        raise CardRefusal("A subscription has at most 20 items.", param="items")
    if len({item.price["currency"] for item in items}) > 1:
        raise CardRefusal(
            "All prices of a subscription must have the same currency.", param="items"
        )
    if len({billing_cycle(item.price) for item in items}) > 1:
        raise CardRefusal(
            "Currently, all prices on a subscription must have the same `recurring.interval` and "
            "`recurring.interval_count`.",
            param="items",
        )
    if len({item.price["id"] for item in items}) < len(items):
        raise CardRefusal("A price can be in a subscription only once.", param="items")


def billing_cycle(price: Body) -> tuple[str, int]:
    return price["recurring"]["interval"], price["recurring"]["interval_count"]


def total_amount(items: Items) -> int:
    return sum(item.amount for item in items)


def build_item_list(items: Items, subscription_id: str, period: tuple[int, int]) -> Body:
    data: list[dict[str, Any]] = [
        {
            "id": item.id,
            "object": "subscription_item",
            "billing_thresholds": None,
            "created": item.created,
            "current_period_start": period[0],
            "current_period_end": period[1],
            "discounts": [],
            "metadata": item.metadata,
            "plan": build_legacy_plan(item.price),
            "price": item.price,
            "quantity": item.quantity,
            "subscription": subscription_id,
            "tax_rates": [],
        }
        for item in items
    ]
    url = f"/v1/subscription_items?subscription={subscription_id}"
    return {**build_list(data, url), "total_count": len(data)}
