from dataclasses import dataclass, field
from uuid import UUID


@dataclass(frozen=True, slots=True)
class LeavingOpenId:
    """Somebody whose session began at a provider that is told. `id` is of the row that holds the id token."""

    id: UUID
    tenant_id: UUID
    connection_id: UUID
    sealed_id_token: bytes | None = field(repr=False)
