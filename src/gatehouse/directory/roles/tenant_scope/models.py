from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class OwnedRole:
    """`tenant_id` None: a role of the vendor."""

    id: UUID
    tenant_id: UUID | None
    key: str
    name: str
    is_first_user_role: bool
