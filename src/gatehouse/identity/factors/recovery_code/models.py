from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class RecoveredAccount:
    """The user of a used recovery code, and the tenant of the event."""

    user_id: UUID
    email: str
    name: str
    tenant_id: UUID | None
