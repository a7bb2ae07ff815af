from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

LIMIT = "concurrent_limit"  # why a session has ended


@dataclass(frozen=True, slots=True)
class TokenFacts:
    """What an access token says about a person in one tenant."""

    user_id: UUID
    tenant_id: UUID
    email: str
    name: str
    verified: bool
    profile_picture_url: str | None
    metadata: dict[str, Any]
    invisible: bool
    is_super_user: bool
    tenant_ids: list[str]
    roles: list[str]
    permissions: list[str]


@dataclass(frozen=True, slots=True)
class SessionFacts(TokenFacts):
    """The same, with the session that the token belongs to. `expires_at` is how long its tenant lets the
    session act there; `session_expires_at` is the longest that any tenant does; `impersonator_id` is who
    acts in the person's name."""

    session_id: UUID
    expires_at: datetime
    session_expires_at: datetime
    auth_time: datetime
    amr: list[str]
    impersonator_id: UUID | None


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Everything that the login answer and the refresh cookie need.

    `expires_in` is seconds of the access token; the session itself ends at `session_expires_at`
    unless it is refreshed before. `password_expires_in` is in how many minutes the password will be too old,
    told so many (`notification_period`) before.
    """

    session_id: UUID
    user_id: UUID
    tenant_id: UUID
    email: str
    email_verified: bool
    access_token: str
    refresh_token: str
    expires_in: int
    expires_at: datetime
    session_expires_at: datetime
    password_expires_in: int | None = None
    notification_period: int | None = None


@dataclass(frozen=True, slots=True)
class LiveSession:
    """`refresh_counter` is the number of the unused refresh token; `rotated_at` is when the last used
    ones were used, oldest first."""

    id: UUID
    user_id: UUID
    tenant_id: UUID
    email: str
    refresh_counter: int
    rotated_at: list[datetime]


@dataclass(frozen=True, slots=True)
class RestrictedTenant:
    tenant_id: UUID
    email: str


@dataclass(frozen=True, slots=True)
class EnteredSession:
    """`expires_at` when the session got in just now; `was_inside` when it was before, and still is."""

    expires_at: datetime | None
    was_inside: bool


@dataclass(frozen=True, slots=True)
class EndedSession:
    id: UUID
    user_id: UUID
    tenant_id: UUID
    email: str
    impersonator_id: UUID | None


@dataclass(frozen=True, slots=True)
class ListedSession:
    id: UUID
    user_agent: str | None
    ip_address: str | None
    created_at: datetime
    last_used_at: datetime
    expires_at: datetime
    impersonated: bool
    tenant_id: UUID


@dataclass(frozen=True, slots=True)
class InheritingTenant:
    """`binds`: the account has sessions, and what the vendor says holds for them."""

    tenant_id: UUID
    binds: bool


@dataclass(frozen=True, slots=True)
class SessionPolicy:
    """Limits of a tenant's sessions; a part that is not active limits nothing."""

    id: UUID
    tenant_id: UUID
    idle_active: bool
    idle_seconds: int
    absolute_active: bool
    absolute_seconds: int
    concurrent_active: bool
    concurrent_max: int
    inherited: bool


@dataclass(frozen=True, slots=True)
class Started:
    """`is_new_place`: the account was not signed in to from there lately, and this is not its first sign-in.
    `lost`: how many sessions had to make room."""

    expires_at: datetime
    is_new_place: bool
    lost: int
