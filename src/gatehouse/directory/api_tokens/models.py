"""Result types of the API token statements."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID


class ApiTokenKind(StrEnum):
    """`CLIENT_CREDENTIALS`: an id and a secret, exchanged for short-lived tokens. `ACCESS_TOKEN`: the
    secret is the token. The values correspond to the vendor's strategies."""

    CLIENT_CREDENTIALS = "client_credentials"
    ACCESS_TOKEN = "access_token"  # noqa: S105  a kind of token, not a secret

    @property
    def strategy(self) -> str:
        return "AccessToken" if self is ApiTokenKind.ACCESS_TOKEN else "ClientCredentials"


@dataclass(frozen=True, slots=True)
class ApiToken:
    """`owner_id` is None for a tenant's token; only tenant tokens have roles and permissions of their own.
    `level` is the rank of its roles; `secret` is set only right after creation."""

    id: UUID
    tenant_id: UUID
    owner_id: UUID | None
    created_by_user_id: UUID | None
    kind: str
    description: str
    metadata: dict[str, Any]
    role_ids: list[UUID]
    permission_ids: list[UUID]
    level: int
    created_at: datetime
    expires: datetime | None
    last_used: datetime | None
    secret: str | None = None

    @property
    def client_id(self) -> UUID:
        """The id under which client credentials are shown."""
        return self.id


@dataclass(frozen=True, slots=True)
class ApiTokenSecret:
    """A new secret, and the hash that is stored of it."""

    text: str
    hash: bytes
    signing_key_id: str | None = None


@dataclass(frozen=True, slots=True)
class ActiveToken:
    """`roles` and `permissions` are keys; `user_id` is None for a tenant's token."""

    id: UUID
    tenant_id: UUID
    user_id: UUID | None
    roles: list[str]
    permissions: list[str]
    expires: datetime | None
