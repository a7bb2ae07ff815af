"""A tenant's people as the statements return them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Member:
    """A person in one tenant; while they wait to accept, as that tenant described them. `role_ids` were given
    to them; `level` is their highest rank (the lowest number), by a group too; 1000 without a role.
    `activated`: they accepted the invitation. `inherited`: by rights above. `created_at` is the person's,
    `joined_at` the membership's."""

    id: UUID
    tenant_id: UUID
    vendor_id: UUID
    email: str
    name: str
    phone_number: str | None
    profile_picture_url: str | None
    metadata: dict[str, Any]
    verified: bool
    mfa_enrolled: bool
    is_super_user: bool
    invisible: bool
    provider: str
    default_tenant_id: UUID | None
    activated: bool
    is_disabled: bool
    is_locked: bool
    managed_by: str
    temporary_expires_at: datetime | None
    sub_account_access_allowed: bool
    inherited: bool
    created_at: datetime
    joined_at: datetime
    last_login_at: datetime | None
    role_ids: list[UUID]
    group_ids: list[UUID]
    level: int


@dataclass(frozen=True, slots=True)
class MemberStats:
    total_items: int
    added_this_week: int
    super_admins: int


@dataclass(frozen=True, slots=True)
class TenantCount:
    tenant_id: UUID
    total_users: int
    total_access_allowed_users: int
