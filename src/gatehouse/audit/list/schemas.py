"""Queries and answers of the audit (wire-api §17)."""

from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import (
    AfterValidator,
    AwareDatetime,
    ConfigDict,
    Field,
)

from gatehouse.audit.list.queries import BEGINNING, END, AuditQuery, DayRange, TimeSpan
from gatehouse.kit.events import Severity
from gatehouse.kit.lists import CAP, ListQuery, SparseQuery
from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import ShownTenantId, TenantId

SortBy = Literal[
    "createdAt", "email", "action", "description", "ip", "severity", "userAgent"
]  # fmt: skip
Pattern = r"^[^\x00]*$"
Part = Annotated[str, Field(max_length=200, pattern=Pattern)]


def _parse_day_range(text: str) -> DayRange:
    """`2026-11-01` is a day, `2026-11-01..2026-11-05` several; either end of these may be missing."""
    first, several, last = text.partition("..")
    days = DayRange(_parse_day(first), _parse_day(last) if several else _parse_day(first))
    if days.first and days.last and days.first > days.last:
        raise ValueError("must end after it begins")
    return days


def _parse_day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text) if text else None
    except ValueError:
        raise ValueError(
            "must be a date such as 2026-11-01 or a range such as 2026-11-01..2026-11-05"
        ) from None
    if day and not BEGINNING.date() <= day < END.date():
        raise ValueError("must be a date between 1970 and 9000")
    return day


def _clamp_moment(moment: datetime) -> datetime:
    return min(max(moment, BEGINNING), END)


def _check_day_range(text: str) -> str:
    if text:
        _parse_day_range(text)
    return text


Moment = Annotated[AwareDatetime, AfterValidator(_clamp_moment)]


class AuditSearch(SparseQuery):
    """Parameters of every audit query: text search, order and time span. `created_to` is exclusive."""

    model_config = ConfigDict(populate_by_name=True, extra="ignore")

    filter: Part = ""
    sort_by: SortBy = Field("createdAt", alias="sortBy")
    order: Literal["ASC", "DESC", "asc", "desc"] = Field("desc", alias="sortDirection")
    created_from: Moment = BEGINNING
    created_to: Moment = END

    @property
    def days(self) -> DayRange | None:
        return None

    @property
    def span(self) -> TimeSpan:
        return TimeSpan(self.created_from, self.created_to)

    @property
    def is_oldest_first(self) -> bool:
        return self.sort_by == "createdAt" and self.order.lower() == "asc"

    @property
    def audit_query(self) -> AuditQuery:
        return AuditQuery(text=self.filter)


class AuditFilters(AuditSearch):
    """What narrows the list down, all together. A column's filter is a part of its text, and of `severity`
    the word. `createdAt` takes days in the account's time zone: `2026-11-01` or
    `2026-11-01..2026-11-05`, either end of which may be missing. `created_from` and `created_to`, which is
    not included, are moments."""

    created_at: Annotated[str, Field(max_length=30), AfterValidator(_check_day_range)] = Field(
        "", alias="createdAt"
    )
    email: Part = ""
    action: Part = ""
    description: Part = ""
    ip: Part = ""
    severity: Severity | None = None
    user_agent: Part = Field("", alias="userAgent")

    @property
    def days(self) -> DayRange | None:
        return _parse_day_range(self.created_at) if self.created_at else None

    @property
    def audit_query(self) -> AuditQuery:
        return AuditQuery(
            text=self.filter,
            email=self.email,
            action=self.action,
            description=self.description,
            ip=self.ip,
            user_agent=self.user_agent,
            severity=self.severity,
        )


class AuditV2Filters(AuditSearch):
    """Who did it, and where: whole ids and whole addresses, each one of several. A log has only entries of
    its own account."""

    tenant_ids: list[TenantId] = Field([], max_length=100)
    users: list[UUID] = Field([], max_length=100)
    email: list[Part] = Field([], max_length=100)

    @property
    def audit_query(self) -> AuditQuery:
        emails = [email.lower() for email in self.email if email]
        return AuditQuery(
            text=self.filter,
            tenants=self.tenant_ids or None,
            users=self.users or None,
            emails=emails or None,
        )


class PagedQuery(AuditSearch):
    """`offset` counts rows."""

    offset: int = Field(0, ge=0, le=int(CAP))
    count: int = Field(20, ge=1, le=200)

    @property
    def list_query(self) -> ListQuery:
        return ListQuery(offset=self.offset, limit=self.count, order=self.order)


class AuditsQuery(PagedQuery, AuditFilters):
    """A page of the list."""


class AuditsV2Query(PagedQuery, AuditV2Filters):
    """The filters of the audit list, by who did it."""


class AuditOut(Wire):
    """`email` is empty when no user or caller was involved: a schedule, the payment provider. `user` is the
    user's id."""

    id: UUID = Field(alias="_id")
    created_at: datetime
    email: str
    user: UUID | None = None
    action: str
    description: str
    ip: str
    severity: Severity
    user_agent: str | None = None
    tenant_id: ShownTenantId
    vendor_id: UUID
    actor_kind: str | None = None
    impersonator_id: UUID | None = None
    json_: dict[str, Any] = Field(alias="json")


class AuditsPage(Wire):
    """`searchedTo`: only the 10,000 entries nearest to the beginning of the list were searched, those up to
    here, and there are more beyond. Newest first, they continue with `created_to`, and else with
    `created_from`."""

    data: list[AuditOut]
    total: int
    searched_to: datetime | None = None
