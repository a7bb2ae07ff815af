from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class ApiTokenFacts:
    """The facts of an API token for its exchange and its access token. `until`: when it, or its owner's
    membership, expires. A tenant's token has no owner."""

    id: UUID
    tenant_id: UUID
    secret_hash: bytes
    owner_id: UUID | None
    created_by: UUID | None
    metadata: dict[str, Any]
    email: str | None
    name: str | None
    user_metadata: dict[str, Any] | None
    roles: list[str]
    permissions: list[str]
    until: datetime | None


@dataclass(frozen=True, slots=True)
class ExchangedApiToken:
    """`expires_in` in seconds."""

    access_token: str
    refresh_token: str
    expires_in: int
    expires: datetime
