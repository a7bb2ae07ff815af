from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class RecoveredAccount:
    """Whose code it was, and the tenant that hears of it."""

    user_id: UUID
    email: str
    name: str
    tenant_id: UUID | None
