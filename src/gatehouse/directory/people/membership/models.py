"""Memberships as the statements return them."""

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
    """Somebody whom nobody knew before."""

    id: UUID
    email: str


@dataclass(frozen=True, slots=True)
class MergedMembership:
    """A membership of who stays, where both were members; `changed`: it has more roles than before."""

    tenant_id: UUID
    changed: bool


@dataclass(frozen=True, slots=True)
class MovedMember:
    """`joined`: a new member of the target."""

    user_id: UUID
    email: str
    joined: bool
