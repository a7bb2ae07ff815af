"""Subscriptions on the wire (wire-api §12)."""

from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import AwareDatetime, Field, StringConstraints

from gatehouse.billing.subscriptions.models import Subscription
from gatehouse.billing.subscriptions.state import Status, has_cancellation, shown_status
from gatehouse.kit import clock
from gatehouse.kit.schemas import Wire

# Ours, or one of the card provider.
Reference = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:-]{1,200}$")]


class SubscribedPlan(Wire):
    """`slug` is the plan's key."""

    slug: str


class Cancellation(Wire):
    policy: Literal["atPeriodEnd"] = "atPeriodEnd"


class SubscriptionOut(Wire):
    """`externalId` is that of the card provider. `cancellation` None: it is renewed. `plan.slug` is empty
    where the price is none of the vendor's plans'."""

    id: UUID
    external_id: str
    externally_managed: bool
    start_date: datetime
    current_period_start: datetime
    current_period_end: datetime
    status: Status
    cancellation: Cancellation | None
    trial_end: datetime | None
    plan: SubscribedPlan

    @classmethod
    def of(cls, one: Subscription, *, externally_managed: bool) -> Self:
        return cls(
            id=one.id,
            external_id=one.external_id,
            externally_managed=externally_managed,
            start_date=one.started_at,
            current_period_start=one.period_starts_at,
            current_period_end=one.period_ends_at,
            status=shown_status(one, clock.now()),
            cancellation=Cancellation() if has_cancellation(one) else None,
            trial_end=one.trial_ends_at,
            plan=SubscribedPlan(slug=one.plan or ""),
        )


class SubscriptionIn(Wire):
    """`stripePlanId` is the plan's id, key or price."""

    stripe_plan_id: Reference = Field(examples=["price_1ExampleMonthly"])


class SubscriptionBegun(Wire):
    """`subscriptionSecret` lets the browser pay, or for a trial add a card; None when nothing is left to
    do."""

    subscription_id: UUID
    subscription_secret: str | None


class SubscriptionChange(Wire):
    """Each ours or the card provider's. `prorationDate` as the preview said it: then exactly that is
    charged."""

    payment_method_id: Reference = Field(examples=["pm_1Example"])
    plan_id: Reference = Field(examples=["price_1ExampleMonthly"])
    proration_date: AwareDatetime | None = None


class BillingPreview(Wire):
    """Amounts in the smallest unit of the currency. `amountDue` is charged at once; a negative `total` is a
    credit for the next invoice."""

    amount_due: int
    total: int
    currency: str
    proration_date: datetime
