"""What a subscription is for: prices and how many of each."""

from dataclasses import dataclass
from typing import Any

from pydantic import Field

from gatehouse_simulators.cards.catalog import plan_of
from gatehouse_simulators.cards.envelope import list_of
from gatehouse_simulators.cards.errors import Refused, missing
from gatehouse_simulators.cards.fields import EntityId, Metadata, Parameters, Quantity
from gatehouse_simulators.cards.ids import new_entity_id
from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.store import service as store
from gatehouse_simulators.cards.store.models import Body


class ItemInput(Parameters):
    """`id` of an item that is there; without it the item is new."""

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
class Item:
    """An item as it is, or is to be."""

    id: str
    price: Body
    quantity: int
    metadata: dict[str, str]
    created: int

    @property
    def amount(self) -> int:
        """For a whole period."""
        return int(self.price["unit_amount"]) * self.quantity

    @property
    def what(self) -> tuple[str, int]:
        return self.price["id"], self.quantity


Items = list[Item]


def items_of(subscription: Body) -> Items:
    return [
        Item(each["id"], each["price"], each["quantity"], each["metadata"], each["created"])
        for each in subscription["items"]["data"]
    ]


async def new_items(ledger: Ledger, wanted: list[NewItem], param: str = "items") -> Items:
    items = [
        Item(
            new_entity_id("si"),
            await _price(ledger, each.price, f"{param}[{place}][price]"),
            each.quantity,
            each.metadata,
            ledger.now,
        )
        for place, each in enumerate(wanted)
    ]
    refuse_mixed(items)
    return items


async def changed_items(
    ledger: Ledger, now: Items, wanted: list[ItemInput], param: str = "items"
) -> Items:
    """The items after a change; those that it does not name stay."""
    kept = {item.id: item for item in now}
    for place, each in enumerate(wanted):
        name = f"{param}[{place}]"
        if each.id is None:
            price = await _price(ledger, _needed(each.price, f"{name}[price]"), f"{name}[price]")
            item_id = new_entity_id("si")
            quantity = 1 if each.quantity is None else each.quantity
            kept[item_id] = Item(item_id, price, quantity, each.metadata, ledger.now)
            continue
        item = kept.get(each.id)
        if item is None:
            raise missing("subscription_item", each.id, f"{name}[id]")
        if each.deleted:
            del kept[each.id]
            continue
        price = await _price(ledger, each.price, f"{name}[price]") if each.price else item.price
        quantity = item.quantity if each.quantity is None else each.quantity
        kept[each.id] = Item(item.id, price, quantity, each.metadata or item.metadata, item.created)
    items = list(kept.values())
    refuse_mixed(items)
    return items


async def _price(ledger: Ledger, price_id: str, param: str) -> Body:
    price = (await store.get(ledger.db, "price", price_id, param)).body
    if not price["active"]:
        raise Refused("The price specified is inactive. This field only accepts active prices.",
                      param=param)  # fmt: skip
    if price["recurring"] is None:
        raise Refused(
            "The price specified is set to `type=one_time` but this field only accepts prices with "
            "`type=recurring`.",
            param=param,
        )
    return price


def _needed(value: str | None, param: str) -> str:
    if value is None:
        raise Refused(f"Missing required param: {param}.", "parameter_missing", param=param)
    return value


def refuse_mixed(items: Items) -> None:
    """One bill for all: the same interval and the same currency."""
    if not items:
        raise Refused("A subscription must have at least one active plan.", param="items")
    if len(items) > 20:
        raise Refused("A subscription has at most 20 items.", param="items")
    if len({item.price["currency"] for item in items}) > 1:
        raise Refused("All prices of a subscription must have the same currency.", param="items")
    if len({cycle_of(item.price) for item in items}) > 1:
        raise Refused(
            "Currently, all prices on a subscription must have the same `recurring.interval` and "
            "`recurring.interval_count`.",
            param="items",
        )
    if len({item.price["id"] for item in items}) < len(items):
        raise Refused("A price can be in a subscription only once.", param="items")


def cycle_of(price: Body) -> tuple[str, int]:
    return price["recurring"]["interval"], price["recurring"]["interval_count"]


def total_of(items: Items) -> int:
    return sum(item.amount for item in items)


def item_list(items: Items, subscription_id: str, period: tuple[int, int]) -> Body:
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
            "plan": plan_of(item.price),
            "price": item.price,
            "quantity": item.quantity,
            "subscription": subscription_id,
            "tax_rates": [],
        }
        for item in items
    ]
    url = f"/v1/subscription_items?subscription={subscription_id}"
    return {**list_of(data, url), "total_count": len(data)}
