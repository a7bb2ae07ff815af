"""Result types of the invite link statements."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class StoredLink:
    """`user_id` is the creator."""

    id: UUID
    vendor_id: UUID
    tenant_id: UUID
    user_id: UUID
    sealed_token: bytes
    expires: datetime
    should_send_email: bool
    role_ids: list[UUID]


@dataclass(frozen=True, slots=True)
class OpenedLink:
    """A link that has not expired, with the current rights of its creator. `name` is the tenant's."""

    id: UUID
    tenant_id: UUID
    maker_id: UUID
    name: str
    role_ids: list[UUID]
    created_at: datetime
    permissions: list[str]
    level: int


@dataclass(frozen=True, slots=True)
class JoinNotice:
    """Recipient of the email about a user who joined."""

    email: str
