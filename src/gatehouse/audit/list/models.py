"""Query of the audit list."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Literal
from uuid import UUID
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from gatehouse.kit.lists import pattern_containing

BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
END = datetime(9000, 1, 1, tzinfo=UTC)


PARTS = ("text", "email", "action", "description", "ip", "user_agent")
WHOLE = ("severity", "tenants", "users", "emails", "actor_kind")


@dataclass(frozen=True, slots=True)
class AuditQuery:
    """Which entries; together they narrow the list down. `text` is a part of any of an entry's texts, and
    so is each column's filter of its own; only `severity` is the whole word. `tenants`, `users` and
    `emails` are whole too, one of them."""

    text: str = ""
    email: str = ""
    action: str = ""
    description: str = ""
    ip: str = ""
    user_agent: str = ""
    severity: str | None = None
    tenants: list[UUID] | None = None
    users: list[UUID] | None = None
    emails: list[str] | None = None
    actor_kind: str | None = None

    @property
    def given(self) -> dict[str, Any]:
        """The conditions that are set."""
        parts = {name: getattr(self, name) for name in PARTS}
        whole = {name: getattr(self, name) for name in WHOLE}
        return {
            **dict(_build_condition(name, part) for name, part in parts.items() if part),
            **{name: value for name, value in whole.items() if value is not None},
        }


@dataclass(frozen=True, slots=True)
class DayRange:
    """Whole days, both included; an end that is missing is open."""

    first: date | None
    last: date | None


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """From `start` until just before `end`."""

    start: datetime = BEGINNING
    end: datetime = END

    def within(self, days: DayRange, timezone: str | None) -> "TimeSpan":
        """The part of it that lies in these days of the time zone."""
        zone = zone_of(timezone)
        start, end = self.start, self.end
        if days.first:
            start = max(start, datetime.combine(days.first, time(), zone))
        if days.last:
            end = min(end, datetime.combine(days.last + timedelta(days=1), time(), zone))
        return TimeSpan(start, end)


def zone_of(name: str | None) -> ZoneInfo:
    """The time zone; UTC if the tenant has none or an unknown one."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def _build_condition(name: str, part: str) -> tuple[str, str]:
    return (f"ascii_{name}", part.lower()) if part.isascii() else (name, pattern_containing(part))


@dataclass(frozen=True, slots=True)
class EntryCount:
    """How many entries name the resource or the tenant `name`."""

    kind: Literal["resource", "tenant"]
    name: str
    n: int


@dataclass(frozen=True, slots=True)
class MetricsStep:
    starts: datetime
    n: int
