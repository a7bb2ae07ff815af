"""Result types of the user statements."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class UserDetails:
    """What is known of a user, in any tenant or in one."""

    id: UUID
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
    created_at: datetime
    last_login_at: datetime | None


@dataclass(frozen=True, slots=True)
class User(UserDetails):
    """A user, independent of any tenant. `email` is normalized."""

    updated_at: datetime


@dataclass(frozen=True, slots=True)
class KnownAddress:
    """An address and the user who has it."""

    email: str
    user_id: UUID
