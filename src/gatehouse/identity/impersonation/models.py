from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class ImpersonationPermit:
    """What somebody may begin. `amr` is how they signed in themselves; `by_staff`: they are of the vendor's
    own people."""

    tenant_id: UUID
    user_id: UUID
    reason: str
    actor_id: UUID
    actor_email: str
    amr: list[str]
    by_staff: bool


@dataclass(frozen=True, slots=True)
class ImpersonationRequest:
    """Who wants to act for whom, where, and why. `session_id`: that of the one who asks."""

    tenant_id: UUID
    actor_id: UUID
    session_id: UUID
    user_id: UUID
    reason: str
    by_staff: bool
