from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class ImpersonationPermit:
    """An approved impersonation. `amr`: how the impersonator signed in; `by_staff`: the impersonator is
    staff of the vendor."""

    tenant_id: UUID
    user_id: UUID
    reason: str
    actor_id: UUID
    actor_email: str
    amr: list[str]
    by_staff: bool


@dataclass(frozen=True, slots=True)
class ImpersonationRequest:
    """A request for an impersonation: who, as which user, in which tenant, and why. `session_id`: the
    requester's session."""

    tenant_id: UUID
    actor_id: UUID
    session_id: UUID
    user_id: UUID
    reason: str
    by_staff: bool
