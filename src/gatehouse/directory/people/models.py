"""Result types of the statements on a tenant's members."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from gatehouse.directory.users.models import UserDetails


@dataclass(frozen=True, slots=True)
class Member(UserDetails):
    """A user in one tenant; until they accept the invitation, as that tenant described them. `role_ids`
    are the roles given directly; `level` is the highest rank (the lowest number), also through a group;
    1000 without a role. `activated`: the invitation was accepted. `inherited`: access from an account
    above. `created_at` is the user's, `joined_at` the membership's."""

    tenant_id: UUID
    vendor_id: UUID
    activated: bool
    is_disabled: bool
    is_locked: bool
    managed_by: str
    temporary_expires_at: datetime | None
    sub_account_access_allowed: bool
    inherited: bool
    joined_at: datetime
    role_ids: list[UUID]
    group_ids: list[UUID]
    level: int


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
