from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class ActiveToken:
    """`roles` and `permissions` are keys; a tenant's token has no `user_id`."""

    id: UUID
    tenant_id: UUID
    user_id: UUID | None
    roles: list[str]
    permissions: list[str]
    expires: datetime | None
