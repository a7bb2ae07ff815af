"""Builds the body of a subscription, and saves every change of it."""

from dataclasses import dataclass
from typing import Any

from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.store import service as store
from gatehouse_simulators.cards.store.models import Body, Entity
from gatehouse_simulators.cards.subscriptions.items import Items, build_item_list
from gatehouse_simulators.cards.webhooks.service import emit_event

WARNING = 3 * 86_400  # before a trial ends
INCOMPLETE_LIFE = 23 * 3_600

Period = tuple[int, int]
Due = tuple[int, str]


@dataclass(frozen=True, slots=True)
class SubscriptionStart:
    """The first state of a new subscription."""

    id: str
    customer: str
    items: Items
    period: Period
    trial_end: int | None
    status: str


def build_subscription(start: SubscriptionStart, now: int, **given: Any) -> Body:
    """A subscription. `given` are the fields that are stored as the caller sent them."""
    return {
        "id": start.id,
        "object": "subscription",
        "application": None,
        "application_fee_percent": None,
        "automatic_tax": {"disabled_reason": None, "enabled": False, "liability": None},
        "billing_cycle_anchor": start.trial_end or now,
        "billing_cycle_anchor_config": None,
        "billing_mode": {"flexible": None, "type": "classic"},
        "billing_schedules": [],
        "billing_thresholds": None,
        "cancel_at": None,
        "cancel_at_period_end": False,
        "canceled_at": None,
        "cancellation_details": {"comment": None, "feedback": None, "reason": None},
        "collection_method": "charge_automatically",
        "created": now,
        "currency": start.items[0].price["currency"],
        "customer": start.customer,
        "days_until_due": None,
        "default_payment_method": None,
        "default_source": None,
        "default_tax_rates": [],
        "description": None,
        "discounts": [],
        "ended_at": None,
        "invoice_settings": {"account_tax_ids": None, "issuer": {"type": "self"}},
        "items": build_item_list(start.items, start.id, start.period),
        "latest_invoice": None,
        "livemode": False,
        "metadata": {},
        "next_pending_invoice_item_invoice": None,
        "on_behalf_of": None,
        "pause_collection": None,
        "payment_settings": {
            "payment_method_options": None,
            "payment_method_types": None,
            "save_default_payment_method": "off",
        },
        "pending_invoice_item_interval": None,
        "pending_setup_intent": None,
        "pending_update": None,
        "schedule": None,
        "start_date": now,
        "status": start.status,
        "test_clock": None,
        "transfer_data": None,
        "trial_end": start.trial_end,
        "trial_settings": {"end_behavior": {"missing_payment_method": "create_invoice"}},
        "trial_start": now if start.trial_end else None,
        **given,
    }


def current_period(body: Body) -> Period:
    item = body["items"]["data"][0]
    return item["current_period_start"], item["current_period_end"]


def list_due_steps(body: Body, private: Body) -> list[Due]:
    """Scheduled steps, the next one first."""
    status, due = body["status"], []
    if status == "incomplete":
        due.append((body["created"] + INCOMPLETE_LIFE, "expire"))
    if status in ("trialing", "active", "past_due"):
        due.append((current_period(body)[1], "end_trial" if status == "trialing" else "renew"))
        if body["cancel_at"]:
            due.append((body["cancel_at"], "cancel"))
    if status == "trialing" and not private.get("warned"):
        due.append((max(body["trial_end"] - WARNING, body["trial_start"]), "warn"))
    if status == "past_due" and private.get("retry_at"):
        due.append((private["retry_at"], "retry"))
    if body["pending_update"]:
        due.append((body["pending_update"]["expires_at"], "drop_pending"))
    # At the same time, a cancellation comes before a renewal.
    return sorted(due, key=lambda each: (each[0], ORDER.index(each[1])))


ORDER = ["warn", "expire", "drop_pending", "cancel", "end_trial", "retry", "renew"]


async def save_subscription(
    ledger: Ledger, subscription: Entity, *, private: Body | None = None, **changes: Any
) -> Entity:
    """Replace fields, emit the event, and store when the next step is due."""
    before = subscription.body
    body = {**before, **changes}
    kept = {**subscription.private, **(private or {})}
    coming = list_due_steps(body, kept)
    kept["due_at"] = coming[0][0] if coming else None
    subscription = await store.save_private(ledger.db, subscription, **kept)
    if body == before:
        return subscription
    subscription = await store.save_entity(ledger.db, subscription, **changes)
    await emit_event(ledger, "customer.subscription.updated", body, before)
    return subscription
