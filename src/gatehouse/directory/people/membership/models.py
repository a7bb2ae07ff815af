"""Result types of the membership statements."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Membership:
    """`activated`: the invitation was accepted. `role_ids` are sorted."""

    tenant_id: UUID
    user_id: UUID
    activated: bool
    is_disabled: bool
    managed_by: str
    temporary_expires_at: datetime | None
    sub_account_access_allowed: bool
    invited_by: UUID | None
    created_at: datetime
    role_ids: list[UUID]


@dataclass(frozen=True, slots=True)
class NewMember:
    """A user who did not exist before."""

    id: UUID
    email: str


@dataclass(frozen=True, slots=True)
class MergedMembership:
    """A membership of the remaining user in a tenant where both were members; `changed`: it has more roles
    than before."""

    tenant_id: UUID
    changed: bool


@dataclass(frozen=True, slots=True)
class MovedMember:
    """`joined`: the user was not yet a member of the target tenant."""

    user_id: UUID
    email: str
    joined: bool
