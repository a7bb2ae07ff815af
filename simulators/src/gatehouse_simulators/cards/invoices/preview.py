"""Previews what a change or the next renewal would bill. Nothing is stored."""

from typing import Literal

from pydantic import Field

from gatehouse_simulators.cards.errors import CardRefusal
from gatehouse_simulators.cards.fields import (
    Clearable,
    EntityId,
    Parameters,
    ProrationBehavior,
    UnixTime,
)
from gatehouse_simulators.cards.invoices.build import build_invoice
from gatehouse_simulators.cards.invoices.lines import build_line, trial_line, whole_period_line
from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.store import service as store
from gatehouse_simulators.cards.store.models import Body, Entity
from gatehouse_simulators.cards.subscriptions.build import current_period
from gatehouse_simulators.cards.subscriptions.change import (
    find_product_names,
    read_plan_change,
)
from gatehouse_simulators.cards.subscriptions.create import load_product_names
from gatehouse_simulators.cards.subscriptions.items import (
    ItemInput,
    Items,
    NewItem,
    build_new_items,
)
from gatehouse_simulators.cards.subscriptions.parameters import SubscriptionUpdate
from gatehouse_simulators.cards.subscriptions.pending import changed_fields
from gatehouse_simulators.cards.subscriptions.periods import period_after
from gatehouse_simulators.cards.subscriptions.plan_change import compute_outcome

DETAILS = "subscription_details"


class PreviewDetails(Parameters):
    items: list[ItemInput] = Field([], max_length=20)
    proration_behavior: ProrationBehavior = "create_prorations"
    proration_date: UnixTime | None = None
    billing_cycle_anchor: Literal["now", "unchanged"] = "unchanged"
    trial_end: Literal["now"] | UnixTime | None = None
    cancel_at: Clearable[UnixTime] = None
    cancel_at_period_end: bool | None = None
    cancel_now: bool = False


class InvoicePreview(Parameters):
    customer: EntityId | None = None
    subscription: EntityId | None = None
    subscription_details: PreviewDetails = PreviewDetails()
    preview_mode: Literal["next"] = "next"


async def preview_invoice(ledger: Ledger, data: InvoicePreview) -> Entity:
    """Preview the invoice of an existing subscription, or of a new one."""
    if data.subscription:
        return await _preview_change(ledger, data)
    if data.customer is None:
        raise CardRefusal("You must specify a customer or a subscription.", "parameter_missing",
                      param="customer")  # fmt: skip
    return await _preview_new_subscription(ledger, data.customer, data.subscription_details)


async def _preview_change(ledger: Ledger, data: InvoicePreview) -> Entity:
    found = await store.get_entity(
        ledger.db, "subscription", data.subscription or "", "subscription"
    )
    body, details = found.body, data.subscription_details
    if data.customer and data.customer != body["customer"]:
        raise CardRefusal("The subscription is not this customer's.", param="customer")
    _refuse_ended(body, details)
    asked = SubscriptionUpdate(
        items=details.items,
        proration_behavior=details.proration_behavior,
        proration_date=details.proration_date,
        billing_cycle_anchor=details.billing_cycle_anchor,
        trial_end=details.trial_end,
    )
    wish = await read_plan_change(ledger, body, asked, DETAILS)
    names = await find_product_names(ledger, body, wish.items)
    result = compute_outcome(body, wish, names, ledger.now)
    lines = [*found.private.get("pending_lines", [])]
    lines += [build_line(line, body["id"]) for line in result.lines]
    changed = {**body, **changed_fields(body, result)}
    if not result.at_once:
        lines += _renewal_lines(changed, wish.items, names, details)
    return await _build_preview(ledger, changed, lines, at=ledger.now if result.at_once else None)


def _renewal_lines(
    body: Body, items: Items, names: dict[str, str], details: PreviewDetails
) -> list[Body]:
    """The lines of the next whole period."""
    starts = current_period(body)[1]
    anchor = body["billing_cycle_anchor"]
    if isinstance(details.trial_end, int):
        starts = anchor = details.trial_end
    period = period_after(anchor, items[0].price["recurring"], starts)
    return [
        build_line(whole_period_line(item, period, names[item.price["product"]]), body["id"])
        for item in items
    ]


async def _preview_new_subscription(
    ledger: Ledger, customer_id: str, details: PreviewDetails
) -> Entity:
    wanted = [
        NewItem(price=each.price, quantity=1 if each.quantity is None else each.quantity)
        for each in details.items
        if each.price
    ]
    items = await build_new_items(ledger, wanted, f"{DETAILS}[items]")
    names = await load_product_names(ledger, items)
    until = details.trial_end if isinstance(details.trial_end, int) else None
    recurring = items[0].price["recurring"]
    period = (ledger.now, until) if until else period_after(ledger.now, recurring, ledger.now)
    make = trial_line if until else whole_period_line
    lines = [build_line(make(item, period, names[item.price["product"]]), None) for item in items]
    body = {
        "id": None,
        "customer": customer_id,
        "collection_method": "charge_automatically",
        "currency": items[0].price["currency"],
        "metadata": {},
    }
    return await _build_preview(ledger, body, lines, at=ledger.now)


async def _build_preview(
    ledger: Ledger, subscription: Body, lines: list[Body], at: int | None
) -> Entity:
    """The previewed invoice. With `at` None it is issued at the end of the period."""
    customer = await store.get_entity(ledger.db, "customer", subscription["customer"], "customer")
    now = current_period(subscription)[1] if at is None else at
    body = build_invoice(subscription, customer.body, lines, "upcoming", now)
    body["id"] = f"upcoming_{body['id']}"
    body["lines"]["data"] = [{**line, "invoice": body["id"]} for line in body["lines"]["data"]]
    body["ending_balance"] = min(0, body["total"] + customer.body["balance"])
    body["next_payment_attempt"] = now
    return Entity(body["id"], "invoice", body, {})


def _refuse_ended(body: Body, details: PreviewDetails) -> None:
    """Refuse a subscription that will not be billed again."""
    ended = body["status"] in ("canceled", "incomplete_expired")
    ends = (
        body["cancel_at_period_end"]
        if details.cancel_at_period_end is None
        else details.cancel_at_period_end
    )
    if ended or details.cancel_now or (ends and not details.items):
        raise CardRefusal("No upcoming invoices for customer", "invoice_upcoming_none", status=404)
