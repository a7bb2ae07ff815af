"""Filters, queries and pages of the member lists (wire-api §16.6)."""

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import (
    AfterValidator,
    ConfigDict,
    Field,
)

from gatehouse.directory.people.schemas import TeamUserOut, UserEverywhereOut, UserOut, UserV3Out
from gatehouse.directory.users.errors import InvalidEmail
from gatehouse.directory.users.service import normalize_email
from gatehouse.kit.lists import (
    SEPARATED_FILTER,
    ListQuery,
    SparseQuery,
    pattern_beginning,
    pattern_containing,
)
from gatehouse.kit.paging import Page
from gatehouse.kit.schemas import Wire, json_object
from gatehouse.kit.tenant_ids import ShownTenantId, TenantId

# The trigram index cannot look up fewer than three consecutive letters or digits.
INDEXED = re.compile(r"[^\W_]{3}")

# The first that applies: disabled, past the end of temporary access, not yet activated, or none of these.
Status = Literal["disabled", "ended", "pending", "active"]
ManagedBy = Literal["frontegg", "scim2"]


@dataclass(frozen=True, slots=True)
class MemberQuery:
    """Filters of a member list, combined with AND. `text` is a part of name or address, `phone` a number
    without separators, `metadata` an object that the user's metadata contains, `username` in lower case.
    Of several values in `statuses`, `roles` (also through a group), `groups` and `managed_by` one must
    match."""

    text: str = ""
    email_part: str = ""
    name_prefix: str = ""
    email: str | None = None
    ids: list[UUID] | None = None
    unenrolled: bool = False
    breached: bool = False
    not_seen_since: datetime | None = None
    phone: str | None = None
    metadata: dict[str, Any] | None = None
    username: str | None = None
    statuses: list[Status] | None = None
    roles: list[UUID] | None = None
    groups: list[UUID] | None = None
    managed_by: list[ManagedBy] | None = None
    enrolled: bool | None = None
    seen_since: datetime | None = None
    never_seen: bool | None = None

    def to_filters(self) -> dict[str, Any]:
        """The requested filters, as `gatehouse_list_people` takes them."""
        given = {
            "text": pattern_containing(self.text) if self.text else None,
            "email_part": pattern_containing(self.email_part) if self.email_part else None,
            "name_prefix": pattern_beginning(self.name_prefix) if self.name_prefix else None,
            "email": self.email,
            "ids": self.ids,
            "unenrolled": self.unenrolled or None,
            "breached": self.breached or None,
            "not_seen_since": self.not_seen_since,
            "phone": self.phone,
            "metadata": self.metadata,
            "username": self.username,
            "statuses": self.statuses,
            "roles": self.roles,
            "groups": self.groups,
            "managed_by": self.managed_by,
            "enrolled": self.enrolled,
            "seen_since": self.seen_since,
            "never_seen": self.never_seen,
        }
        asked = {name: _to_json_value(value) for name, value in given.items() if value is not None}
        # A user by address, id or user name is looked up without the index of words.
        words = self._words if asked.keys().isdisjoint(("email", "ids", "username")) else []
        if words and INDEXED.search(self.text):
            del asked["text"]  # covered completely by the words
        return asked | ({"words": words} if words else {})

    @property
    def _words(self) -> list[str]:
        """Patterns for the index of names and addresses. The beginning of a name has an index of its own."""
        texts = (self.text, self.email_part)
        return [pattern_containing(text) for text in texts if INDEXED.search(text)]


NOBODY = MemberQuery(ids=[])


def _to_json_value(value: Any) -> Any:
    if isinstance(value, list):
        return [str(one) for one in value]
    return value.isoformat() if isinstance(value, datetime) else value


SortBy = Literal[
    "createdAt", "joinedAt", "lastLogin", "name", "email", "id", "tenantId", "verified", "provider",
    "isLocked",
]  # fmt: skip
Pattern = r"^[^\x00]*$"
SEPARATORS = str.maketrans("", "", " ().-")


Ids = Annotated[list[UUID], SEPARATED_FILTER, Field(max_length=1000)]
TenantIds = Annotated[list[TenantId], SEPARATED_FILTER, Field(max_length=1000)]
FilterIds = Annotated[list[UUID], SEPARATED_FILTER, Field(max_length=100)]
Statuses = Annotated[list[Status], SEPARATED_FILTER, Field(max_length=4)]
Managers = Annotated[list[ManagedBy], SEPARATED_FILTER, Field(max_length=2)]
LONGEST = 3_153_600_000  # seconds; a hundred years


def _require_json_object(text: str) -> str:
    json_object(text)
    return text


class MemberListQuery(SparseQuery, ListQuery):
    """Here `_offset` is the page number, from 0, as the client counts. Filters are combined with AND.

    `_includeSubTenants`: also list the users of the accounts below, as far as the caller's rights reach;
    each user once, with the roles of each account in `tenants`.

    The filters take one value or several, of which one must match. `_status`: `disabled` is a disabled
    member, `ended` one whose temporary access has expired, `pending` one who has not accepted the
    invitation, `active` all others. `_roleIds`: members who have the role, also through a group.
    `_seenWithinSeconds` and `_notSeenForSeconds` count from now; a user who never signed in counts as last
    seen when they joined.
    """

    offset: int = Field(0, ge=0, le=50_000, alias="_offset")
    sort_by: SortBy = Field("name", alias="_sortBy")
    include_sub_tenants: bool = Field(False, alias="_includeSubTenants")
    ids: Ids = Field([])
    status: Statuses = Field([], alias="_status")
    role_ids: FilterIds = Field([], alias="_roleIds")
    group_ids: FilterIds = Field([], alias="_groupIds")
    managed_by: Managers = Field([], alias="_managedBy")
    mfa_enrolled: bool | None = Field(None, alias="_mfaEnrolled")
    seen_within_seconds: int | None = Field(None, ge=0, le=LONGEST, alias="_seenWithinSeconds")
    not_seen_for_seconds: int | None = Field(None, ge=0, le=LONGEST, alias="_notSeenForSeconds")
    never_seen: bool | None = Field(None, alias="_neverSeen")

    def rows(self) -> ListQuery:
        return self.model_copy(update={"offset": self.offset * self.limit})

    def wanted(self, now: datetime) -> MemberQuery:
        """The filters of the list."""
        return self._filtered(MemberQuery(text=self.filter, ids=self.ids or None), now)

    def _filtered(self, wanted: MemberQuery, now: datetime) -> MemberQuery:
        ends = [wanted.not_seen_since] if wanted.not_seen_since else []
        if self.not_seen_for_seconds is not None:
            ends.append(now - timedelta(seconds=self.not_seen_for_seconds))
        within = self.seen_within_seconds
        return replace(
            wanted,
            statuses=self.status or None,
            roles=self.role_ids or None,
            groups=self.group_ids or None,
            managed_by=self.managed_by or None,
            enrolled=self.mfa_enrolled,
            seen_since=None if within is None else now - timedelta(seconds=within),
            not_seen_since=min(ends, default=None),
            never_seen=self.never_seen,
        )


class UsersQuery(MemberListQuery):
    """`metadata` is a JSON object that the user's metadata must contain."""

    metadata: Annotated[str, AfterValidator(_require_json_object)] = Field("", max_length=4096)

    def wanted(self, now: datetime) -> MemberQuery:
        metadata = json_object(self.metadata) or None
        return replace(super().wanted(now), metadata=metadata)


class AllUsersQuery(MemberListQuery):
    """The accounts below are always included, as far as the caller's rights reach."""

    order: Literal["ASC", "DESC", "asc", "desc"] = Field("DESC", alias="_order")


class UsersV3Query(MemberListQuery):
    """`_email` matches a part of the address, `_namePrefix` the beginning of the name; `_identifier`
    matches exactly what `_identifierType` names: an address (the default), a phone number or a user name."""

    email: str = Field("", max_length=254, alias="_email", pattern=Pattern)
    name_prefix: str = Field("", max_length=200, alias="_namePrefix", pattern=Pattern)
    identifier: str = Field("", max_length=254, alias="_identifier", pattern=Pattern)
    identifier_type: Literal["email", "phoneNumber", "username"] = Field(
        "email", alias="_identifierType"
    )
    tenant_id: TenantId | None = Field(None, alias="_tenantId")
    preset: Literal["mfa-unenrolled", "breached-passwords", "inactive"] | None = Field(
        None, alias="_preset"
    )
    max_inactive_seconds: int = Field(7_776_000, ge=0, le=LONGEST, alias="_maxInactiveSeconds")

    def wanted(self, now: datetime) -> MemberQuery:
        by = self.identifier_type if self.identifier else None
        try:
            email = normalize_email(self.identifier) if by == "email" else None
        except InvalidEmail:
            return NOBODY
        inactive = timedelta(seconds=self.max_inactive_seconds)
        wanted = MemberQuery(
            text=self.filter,
            email_part=self.email,
            name_prefix=self.name_prefix,
            email=email,
            ids=self.ids or None,
            unenrolled=self.preset == "mfa-unenrolled",
            breached=self.preset == "breached-passwords",
            not_seen_since=now - inactive if self.preset == "inactive" else None,
            phone=self.identifier.translate(SEPARATORS) if by == "phoneNumber" else None,
            username=self.identifier.strip().lower() if by == "username" else None,
        )
        return self._filtered(wanted, now)


class TeamQuery(SparseQuery):
    """The older list: `pageOffset` is the page number, from 0. The client names a column and the value to
    search in it: `email` matches a part of the address, `name` the beginning of the name, `roleIds` one
    role or several, of which one must match."""

    model_config = ConfigDict(populate_by_name=True, extra="ignore")

    page_offset: int = Field(0, ge=0, le=50_000, alias="pageOffset")
    page_size: int = Field(20, ge=1, le=200, alias="pageSize")
    search_filter: str = Field("", max_length=200, alias="searchFilter", pattern=Pattern)
    email: str = Field("", max_length=254, pattern=Pattern)
    name: str = Field("", max_length=200, pattern=Pattern)
    role_ids: FilterIds = Field([], alias="roleIds")
    sort_by: SortBy = Field("name", alias="sortBy")
    sort_direction: Literal["asc", "desc", "ASC", "DESC"] = Field("asc", alias="sortDirection")

    def as_users_query(self) -> UsersV3Query:
        return UsersV3Query(
            offset=self.page_offset,
            limit=self.page_size,
            filter=self.search_filter,
            email=self.email,
            name_prefix=self.name,
            role_ids=self.role_ids,
            sort_by=self.sort_by,
            order=self.sort_direction,
        )


class UsersPage(Page[UserOut]):
    pass


class UsersV3Page(Page[UserV3Out]):
    pass


class AllUsersPage(Page[UserEverywhereOut]):
    pass


class TeamPage(Wire):
    items: list[TeamUserOut]
    total_items: int
    total_pages: int


class UserRoleIds(Wire):
    vendor_id: UUID
    tenant_id: ShownTenantId
    user_id: UUID
    role_ids: list[UUID]


class UserGroupIds(Wire):
    vendor_id: UUID
    tenant_id: ShownTenantId
    user_id: UUID
    group_ids: list[UUID]
