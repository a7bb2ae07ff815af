from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any
from uuid import UUID

LIMIT = "concurrent_limit"  # reason why a session ended


@dataclass(frozen=True, slots=True)
class TokenFacts:
    """What an access token says about a user in one tenant."""

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
    """Token facts of an existing session. `expires_at` is when its right in the tenant expires;
    `session_expires_at` the latest expiry in any tenant; `impersonator_id` is the impersonating user."""

    session_id: UUID
    expires_at: datetime
    session_expires_at: datetime
    auth_time: datetime
    amr: list[str]
    impersonator_id: UUID | None

    @classmethod
    def for_new_session(
        cls,
        facts: TokenFacts,
        *,
        session_id: UUID,
        auth_time: datetime,
        expires_at: datetime,
        amr: Sequence[str],
        impersonator_id: UUID | None = None,
    ) -> "SessionFacts":
        """Token facts of a session that begins now, or that is about to begin."""
        of_user = {field.name: getattr(facts, field.name) for field in fields(TokenFacts)}
        return cls(
            **of_user, session_id=session_id, expires_at=expires_at, session_expires_at=expires_at,
            auth_time=auth_time, amr=list(amr), impersonator_id=impersonator_id,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Everything that the login answer and the refresh cookie need.

    `expires_in` is seconds of the access token; the session itself expires at `session_expires_at` unless it
    is refreshed before. `password_expires_in` is in how many minutes the password expires, with a notice from
    `notification_period` minutes before.
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
    """A live session. `refresh_counter` is the number of the unused refresh token; `rotated_at` is when the
    last used ones were used, oldest first."""

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
    """`expires_at`: the session has entered just now; `was_inside`: it had entered before, and still has the
    right."""

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
    """`binds`: the tenant has sessions, and now inherits the vendor's policy."""

    tenant_id: UUID
    binds: bool


@dataclass(frozen=True, slots=True)
class SessionPolicy:
    """A tenant's limits on sessions; an inactive part limits nothing."""

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
    """A started session. `is_limited`: the tenant limits concurrent sessions."""

    expires_at: datetime
    is_limited: bool


@dataclass(frozen=True, slots=True)
class NewSession:
    """A session from a new location, and its user."""

    user_id: UUID
    email: str
    name: str
    ip: str
    user_agent: str
    began_at: datetime


@dataclass(frozen=True, slots=True)
class LaterSession:
    """A session that may have to end with the one of the link; `email` is the user's.

    `tenant_id` is that of the session of the link.
    """

    id: UUID
    ip: str
    is_first: bool
    email: str
    tenant_id: UUID
