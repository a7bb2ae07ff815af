from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class LockedAccountHolder:
    """Whose account it is; `tenant_id` is where they enter first."""

    user_id: UUID
    email: str
    tenant_id: UUID | None
