"""Parameters to create or change a subscription."""

from typing import Any, Literal

from pydantic import Field

from gatehouse_simulators.cards.fields import (
    Clearable,
    EntityId,
    Metadata,
    Parameters,
    PaymentBehavior,
    ProrationBehavior,
    Text,
    UnixTime,
)
from gatehouse_simulators.cards.subscriptions.items import ItemInput, NewItem


class EndBehavior(Parameters):
    missing_payment_method: Literal["cancel", "create_invoice", "pause"]


class TrialSettings(Parameters):
    end_behavior: EndBehavior


class SubscriptionPaymentSettings(Parameters):
    payment_method_types: list[Literal["card", "link"]] | None = None
    save_default_payment_method: Literal["off", "on_subscription"] = "off"


class CommonSubscriptionFields(Parameters):
    """Parameters of both a new subscription and a change."""

    default_payment_method: Clearable[EntityId] = None
    payment_behavior: PaymentBehavior = "allow_incomplete"
    proration_behavior: ProrationBehavior = "create_prorations"
    cancel_at_period_end: bool = False
    cancel_at: Clearable[UnixTime] = None
    trial_settings: TrialSettings | None = None
    payment_settings: SubscriptionPaymentSettings | None = None
    collection_method: Literal["charge_automatically", "send_invoice"] = "charge_automatically"
    days_until_due: int | None = Field(None, ge=0, le=365)
    description: Clearable[Text] = None
    metadata: Metadata = Field({})
    off_session: bool | None = None


class NewSubscription(CommonSubscriptionFields):
    customer: EntityId
    items: list[NewItem] = Field(min_length=1, max_length=20)
    trial_period_days: int | None = Field(None, ge=0, le=730)
    trial_end: Literal["now"] | UnixTime | None = None
    trial_from_plan: bool = False


class SubscriptionUpdate(CommonSubscriptionFields):
    items: list[ItemInput] = Field([], max_length=20)
    proration_date: UnixTime | None = None
    billing_cycle_anchor: Literal["now", "unchanged"] = "unchanged"
    trial_end: Literal["now"] | UnixTime | None = None


def stored_fields(data: CommonSubscriptionFields) -> dict[str, Any]:
    """The fields that are stored as they were sent."""
    changes = data.sent_fields()
    names = {
        "default_payment_method",
        "collection_method",
        "days_until_due",
        "description",
        "metadata",
        "trial_settings",
    }
    kept = {name: value for name, value in changes.items() if name in names and value is not None}
    if data.payment_settings:
        given = {"payment_method_options": None, **data.payment_settings.model_dump()}
        kept["payment_settings"] = given
    return kept
