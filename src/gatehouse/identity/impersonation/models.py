from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Permit:
    """What somebody may begin. `amr` is how they signed in themselves."""

    tenant_id: UUID
    user_id: UUID
    reason: str
    actor_id: UUID
    actor_email: str
    amr: list[str]
