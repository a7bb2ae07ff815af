from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class LockedAccountHolder:
    """The user of the locked account; `tenant_id` is the tenant they enter first."""

    user_id: UUID
    email: str
    tenant_id: UUID | None
