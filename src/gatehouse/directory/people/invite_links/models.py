"""Invite links as the statements return them."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class StoredLink:
    """`user_id` is who made it."""

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
    """A link, in time, with what its maker may do now. `name` is the tenant's."""

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
    """Whom a mail about somebody who joined goes to."""

    email: str
