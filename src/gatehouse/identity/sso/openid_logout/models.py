from dataclasses import dataclass, field
from uuid import UUID


@dataclass(frozen=True, slots=True)
class LeavingOpenId:
    """A session that began at a provider that is notified of sign-outs. `id` is the id of the
    `openid_sessions` row, which holds the id token."""

    id: UUID
    tenant_id: UUID
    connection_id: UUID
    sealed_id_token: bytes | None = field(repr=False)
