from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Literal
from uuid import UUID, uuid5

from gatehouse.kit.time_zones import load_time_zone

Cadence = Literal["daily", "weekly", "monthly"]
Kind = Literal["activity", "security"]

NAMESPACE = UUID("0c9b3f2e-90f5-4f0c-8d53-2f6f0b7f5a10")
SENT_AT = time(7)
LOOKS_BACK: dict[Cadence, int] = {"daily": 1, "weekly": 7, "monthly": 30}


@dataclass(frozen=True, slots=True)
class ReportTemplate:
    """A report that we have; its id is the same everywhere."""

    kind: Kind
    name: str
    description: str

    @property
    def id(self) -> UUID:
        return uuid5(NAMESPACE, self.kind)


TEMPLATES = (
    ReportTemplate(
        "activity", "Account activity", "Sign-ins, people who came and left, severe events"
    ),
    ReportTemplate("security", "Account security", "The security score, and what would raise it"),
)


@dataclass(frozen=True, slots=True)
class StoredReportSchedule:
    tenant_id: UUID
    template: Kind
    cadence: Cadence
    timezone: str
    days: int
    is_active: bool
    next_at: datetime
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class DueSchedule:
    """The key of a schedule that is due; `id` is that of the tenant and the template together."""

    due_at: datetime
    id: str
    tenant_id: UUID
    template: Kind


@dataclass(frozen=True, slots=True)
class ActionCount:
    """How many entries of the audit have this action; how many of them are severe."""

    action: str
    n: int
    severe: int


@dataclass(frozen=True, slots=True)
class SecurityReport:
    """Its figures in their order, and sentences below them."""

    title: str
    period: str
    figures: Sequence[tuple[str, str]]
    lines: Sequence[str]


def compute_next_report_time(cadence: Cadence, timezone: str, now: datetime) -> datetime:
    """The next seven o'clock there: of a day, a Monday, or the first of a month."""
    zone = load_time_zone(timezone)
    day = now.astimezone(zone).date()
    while True:
        at = datetime.combine(day, SENT_AT, zone)
        fits = (
            cadence == "daily"
            or (cadence == "weekly" and day.weekday() == 0)
            or (cadence == "monthly" and day.day == 1)
        )
        if fits and at > now:
            return at
        day += timedelta(days=1)
