from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class PendingActivation:
    """A pending membership, with the facts for its mail."""

    user_id: UUID
    tenant_id: UUID
    email: str
    verified: bool
    was_invited: bool


@dataclass(frozen=True, slots=True)
class InvitingUser:
    name: str
    email: str


@dataclass(frozen=True, slots=True)
class Invitation:
    """The tenant to join and the inviter. The inviter is None for an invitation by a backend, for a
    sign-up, and for a deleted user. `email` is the address that the link was sent to."""

    tenant_id: UUID
    tenant_name: str
    inviter_name: str | None
    inviter_email: str | None
    email: str | None = None
