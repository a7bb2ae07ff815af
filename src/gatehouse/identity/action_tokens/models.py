from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID


class ActionTokenPurpose(StrEnum):
    """The purpose of a link. It is part of the look-up: a link for one purpose is never valid for
    another."""

    ACTIVATE = "activate"
    INVITE = "invite"
    RESET_PASSWORD = "reset_password"  # noqa: S105  a purpose, not a password
    UNLOCK = "unlock"
    END_SESSION = "end_session"


@dataclass(frozen=True, slots=True)
class ActionToken:
    """A mailed or issued link. `is_alive`: unused, not expired, and its subject still exists. `mailed`:
    the token was sent by mail only, so its bearer has access to the user's mailbox."""

    user_id: UUID
    tenant_id: UUID | None
    is_alive: bool
    mailed: bool


@dataclass(frozen=True, slots=True)
class TenantLink:
    """A valid link into a tenant."""

    user_id: UUID
    tenant_id: UUID
