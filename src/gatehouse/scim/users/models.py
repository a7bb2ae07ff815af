"""Users as a directory manages them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class ScimUser:
    """`document`: what the directory says, without what has a column. `user_id` is the account's, which the
    directory is not told."""

    id: UUID
    user_id: UUID
    user_name: str
    external_id: str | None
    active: bool
    document: dict[str, Any]
    version: int
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class InGroup:
    scim_user_id: UUID
    group_id: UUID
    name: str


@dataclass(frozen=True, slots=True)
class NewUserStatus:
    """Facts about a user to be created. `is_taken`: the user name is in use. `is_known`: a user has the
    address. `is_own`: the domain of the address is the tenant's. `has_members`: the tenant has members.
    `is_restricted`: the tenant has access restrictions, without which no address is refused."""

    is_taken: bool
    is_known: bool
    is_own: bool
    has_members: bool
    is_restricted: bool
