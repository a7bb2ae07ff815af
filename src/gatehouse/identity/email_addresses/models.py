from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class PendingEmailAddress:
    """An address for which a code may be on its way; `sealed_request` is that code's token."""

    id: UUID
    sealed_request: bytes | None


@dataclass(frozen=True, slots=True)
class PrimaryAddressOwner:
    """The user whose primary address changes. `is_managed`: a directory manages the address."""

    id: UUID
    email: str
    name: str
    verified: bool
    is_managed: bool
    tenant_id: UUID | None
