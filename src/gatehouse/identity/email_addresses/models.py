from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class EmailAddress:
    """`id` is derived from user and address, so it stays when the address becomes the primary one."""

    id: UUID
    user_id: UUID
    email: str
    verified: bool
    is_primary: bool
    created_at: datetime
    updated_at: datetime


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


@dataclass(frozen=True, slots=True)
class EmailPage:
    """`items` is JSON."""

    items: str
    total: int
