"""Bodies about licenses (spec 000 §3). Absent fields are left out, never null."""

from datetime import datetime
from typing import Literal, Self
from uuid import UUID

from pydantic import Field

from gatehouse.kit.schemas import Wire
from gatehouse.licensing.licenses.models import ListedLicense


class Ahead(Wire):
    deactivation_at: datetime | None = Field(
        None, description="When a scheduled cancellation takes effect; in every state."
    )
    pause_at: datetime | None = Field(
        None, description="When a scheduled pause begins. It is no end: it can be resumed."
    )


class ActiveStatus(Ahead):
    type: Literal["active"] = "active"


class OtherStatus(Ahead):
    type: str = Field(
        description="`trialing`, `past_due`, `paused`, `canceled`, or what the provider adds."
    )
    at: datetime = Field(description="Since when.")


class ScheduledSeats(Wire):
    """Fewer seats from the next period on."""

    max_seats: int
    at: datetime = Field(description="When that period begins.")


class BillingOut(Wire):
    price_id: str | None = Field(None, description="The provider's id of what each seat costs.")
    cycle: str | None = Field(None, description="`day`, `week`, `month` or `year`.")
    status: ActiveStatus | OtherStatus
    next_payment: datetime | None = None
    is_past_due: bool
    scheduled_seats: ScheduledSeats | None = Field(
        None,
        description="Absent: the seats stay as they are. `DELETE …/scheduled-seats` takes them back.",
    )


class LicenseOut(Wire):
    id: UUID
    name: str
    license_type: str = Field(description="`trial`, or what was bought.")
    is_trial: bool
    max_seats: int
    used_seats: int
    key: str | None = Field(
        None,
        description="Only with the permission `licensing.read.keys`, within an hour of signing in (or, "
        "for people with a second factor, of showing it). Later, ask for it with `POST …/key`.",
    )
    fingerprint: str
    valid_to: datetime | None = Field(
        None,
        description="The last instant. Absent while a paid subscription runs; a trial ends with a day "
        "of UTC, so its date is the same for everybody.",
    )
    days_left: int | None = Field(
        None,
        description="Trials only: whole days of UTC until the last one; 0 on it, absent after it.",
    )
    is_over: bool = Field(
        description="Whether `validTo` has passed, by the server's clock. A paused subscription, and one "
        "whose grace is over, can still be brought back; `billing.status` says which."
    )
    standing: Literal["suspended", "revoked"] | None = Field(
        None, description="The vendor has stopped it, whatever is paid. Absent: it has not."
    )
    billing: BillingOut | None = Field(None, description="Absent before any purchase.")

    @classmethod
    def of(cls, row: ListedLicense) -> Self:
        license_out = cls.model_validate(row)
        license_out.billing = billing_of(row)
        return license_out


def billing_of(row: ListedLicense) -> BillingOut | None:
    if row.billing_status is None:
        return None
    ahead = {"deactivation_at": row.deactivation_at, "pause_at": row.pauses_at}
    status: ActiveStatus | OtherStatus
    if row.billing_status == "active" or row.status_at is None:
        status = ActiveStatus(**ahead)
    else:
        status = OtherStatus(type=row.billing_status, at=row.status_at, **ahead)
    return BillingOut(
        price_id=row.price_id,
        cycle=row.cycle,
        status=status,
        next_payment=row.next_payment_at,
        is_past_due=row.is_past_due,
        scheduled_seats=ScheduledSeats(max_seats=row.next_seats, at=row.next_seats_at)
        if row.next_seats and row.next_seats_at
        else None,
    )
