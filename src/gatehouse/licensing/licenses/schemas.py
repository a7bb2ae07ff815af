"""Replaces a license's key. The one before works on for a while, so that no tool stands still meanwhile."""

from datetime import date, datetime
from typing import Literal
from uuid import UUID

from pydantic import Field

from gatehouse.kit.schemas import Wire

MOST_HOURS = 30 * 24
USUAL_HOURS = 7 * 24


class ScheduledAhead(Wire):
    deactivation_at: datetime | None = Field(
        None, description="When a scheduled cancellation takes effect; in every state."
    )
    pause_at: datetime | None = Field(
        None, description="When a scheduled pause begins. It is no end: it can be resumed."
    )


class ActiveStatus(ScheduledAhead):
    type: Literal["active"] = "active"


class OtherStatus(ScheduledAhead):
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
        "of UTC, so its date is the same everywhere.",
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


class HeldSeatOut(Wire):
    id: UUID
    kind: Literal["user", "machine", "ci"]
    subject: str = Field(description="Whatever the tool knows its holder by.")
    name: str | None = None
    hostname: str | None = None
    version: str | None = Field(None, description="Of the tool.")
    claimed_at: datetime
    last_seen_at: datetime
    lease_until: datetime | None = Field(None, description="Absent: held until it is freed.")


class HeldSeats(Wire):
    items: list[HeldSeatOut]
    total: int = Field(description="Of all that are held now, runs in CI included.")


class RevealedKey(Wire):
    key: str
    former_until: datetime | None = Field(
        None, description="Until when the key before it works, too. Absent: there is none any more."
    )


class KeyRotation(Wire):
    overlap_hours: int = Field(
        USUAL_HOURS,
        ge=0,
        le=MOST_HOURS,
        description="How long the key until now works on; 0 ends it at once.",
        examples=[USUAL_HOURS],
    )


class UsedDay(Wire):
    day: date
    active: int = Field(description="People and machines that used it.")
    sessions: int
    session_seconds: int


class UsedVersion(Wire):
    version: str
    active: int


class Statistics(Wire):
    """Of the last 30 days of UTC, today included."""

    from_: datetime = Field(alias="from")
    max_seats: int
    used_seats: int
    monthly_active: int
    daily_active: int = Field(description="Today, so far.")
    sessions: int
    session_seconds: int
    days: list[UsedDay] = Field(description="A day without use is left out.")
    versions: list[UsedVersion] = Field(description="The twenty that most use.")


class Checklist(Wire):
    """When each step was done; null: not yet."""

    organization: datetime
    license: datetime
    first_contact: datetime | None = Field(description="A tool has claimed its first seat.")
    first_session: datetime | None = Field(description="A tool has reported its first use.")
    second_person: datetime | None = Field(description="A second user has joined.")
    payment_method: datetime | None = Field(description="It was bought for the first time.")
