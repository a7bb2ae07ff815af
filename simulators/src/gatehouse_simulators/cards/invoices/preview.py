"""What a change, or the next renewal, would be billed: nothing is written."""

from typing import Literal

from pydantic import Field

from gatehouse_simulators.cards.errors import Refused
from gatehouse_simulators.cards.fields import (
    Clearable,
    EntityId,
    Parameters,
    ProrationBehavior,
    UnixTime,
)
from gatehouse_simulators.cards.invoices.build import invoice_body
from gatehouse_simulators.cards.invoices.lines import line_body, trial, whole_period
from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.store import service as store
from gatehouse_simulators.cards.store.models import Body, Entity
from gatehouse_simulators.cards.subscriptions.build import period_of
from gatehouse_simulators.cards.subscriptions.change import (
    names_of,
    wish_of,
)
from gatehouse_simulators.cards.subscriptions.create import product_names
from gatehouse_simulators.cards.subscriptions.items import (
    ItemInput,
    Items,
    NewItem,
    new_items,
)
from gatehouse_simulators.cards.subscriptions.parameters import SubscriptionChange
from gatehouse_simulators.cards.subscriptions.pending import applied
from gatehouse_simulators.cards.subscriptions.periods import period_after
from gatehouse_simulators.cards.subscriptions.plan_change import outcome

DETAILS = "subscription_details"


class Details(Parameters):
    items: list[ItemInput] = Field([], max_length=20)
    proration_behavior: ProrationBehavior = "create_prorations"
    proration_date: UnixTime | None = None
    billing_cycle_anchor: Literal["now", "unchanged"] = "unchanged"
    trial_end: Literal["now"] | UnixTime | None = None
    cancel_at: Clearable[UnixTime] = None
    cancel_at_period_end: bool | None = None
    cancel_now: bool = False


class Preview(Parameters):
    customer: EntityId | None = None
    subscription: EntityId | None = None
    subscription_details: Details = Details()
    preview_mode: Literal["next"] = "next"


async def preview(ledger: Ledger, data: Preview) -> Entity:
    """Of a subscription that is, or of one that is not yet."""
    if data.subscription:
        return await _of_change(ledger, data)
    if data.customer is None:
        raise Refused("You must specify a customer or a subscription.", "parameter_missing",
                      param="customer")  # fmt: skip
    return await _of_new(ledger, data.customer, data.subscription_details)


async def _of_change(ledger: Ledger, data: Preview) -> Entity:
    found = await store.get(ledger.db, "subscription", data.subscription or "", "subscription")
    body, details = found.body, data.subscription_details
    if data.customer and data.customer != body["customer"]:
        raise Refused("The subscription is not this customer's.", param="customer")
    _refuse_ended(body, details)
    asked = SubscriptionChange(
        items=details.items,
        proration_behavior=details.proration_behavior,
        proration_date=details.proration_date,
        billing_cycle_anchor=details.billing_cycle_anchor,
        trial_end=details.trial_end,
    )
    wish = await wish_of(ledger, body, asked, DETAILS)
    names = await names_of(ledger, body, wish.items)
    result = outcome(body, wish, names, ledger.now)
    lines = [*found.private.get("pending_lines", [])]
    lines += [line_body(line, body["id"]) for line in result.lines]
    changed = {**body, **applied(body, result)}
    if not result.at_once:
        lines += _renewal(changed, wish.items, names, details)
    return await _invoice(ledger, changed, lines, at=ledger.now if result.at_once else None)


def _renewal(body: Body, items: Items, names: dict[str, str], details: Details) -> list[Body]:
    """The next whole period."""
    starts = period_of(body)[1]
    anchor = body["billing_cycle_anchor"]
    if isinstance(details.trial_end, int):
        starts = anchor = details.trial_end
    period = period_after(anchor, items[0].price["recurring"], starts)
    return [
        line_body(whole_period(item, period, names[item.price["product"]]), body["id"])
        for item in items
    ]


async def _of_new(ledger: Ledger, customer_id: str, details: Details) -> Entity:
    wanted = [
        NewItem(price=each.price, quantity=1 if each.quantity is None else each.quantity)
        for each in details.items
        if each.price
    ]
    items = await new_items(ledger, wanted, f"{DETAILS}[items]")
    names = await product_names(ledger, items)
    until = details.trial_end if isinstance(details.trial_end, int) else None
    recurring = items[0].price["recurring"]
    period = (ledger.now, until) if until else period_after(ledger.now, recurring, ledger.now)
    make = trial if until else whole_period
    lines = [line_body(make(item, period, names[item.price["product"]]), None) for item in items]
    body = {
        "id": None,
        "customer": customer_id,
        "collection_method": "charge_automatically",
        "currency": items[0].price["currency"],
        "metadata": {},
    }
    return await _invoice(ledger, body, lines, at=ledger.now)


async def _invoice(ledger: Ledger, subscription: Body, lines: list[Body], at: int | None) -> Entity:
    """`at` None: it is made when the period ends."""
    customer = await store.get(ledger.db, "customer", subscription["customer"], "customer")
    now = period_of(subscription)[1] if at is None else at
    body = invoice_body(subscription, customer.body, lines, "upcoming", now)
    body["id"] = f"upcoming_{body['id']}"
    body["lines"]["data"] = [{**line, "invoice": body["id"]} for line in body["lines"]["data"]]
    body["ending_balance"] = min(0, body["total"] + customer.body["balance"])
    body["next_payment_attempt"] = now
    return Entity(body["id"], "invoice", body, {})


def _refuse_ended(body: Body, details: Details) -> None:
    """Nothing will be billed."""
    ended = body["status"] in ("canceled", "incomplete_expired")
    ends = (
        body["cancel_at_period_end"]
        if details.cancel_at_period_end is None
        else details.cancel_at_period_end
    )
    if ended or details.cancel_now or (ends and not details.items):
        raise Refused("No upcoming invoices for customer", "invoice_upcoming_none", status=404)
