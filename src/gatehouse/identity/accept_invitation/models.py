from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class InvitingUser:
    name: str
    email: str


@dataclass(frozen=True, slots=True)
class Invitation:
    """Into which tenant; who invites is not known of backends, of sign-ups, and of people who are gone.
    `email` is the address that the link went to."""

    tenant_id: UUID
    tenant_name: str
    inviter_name: str | None
    inviter_email: str | None
    email: str | None = None
