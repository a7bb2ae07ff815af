"""API tokens as the statements return them."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID


class ApiTokenKind(StrEnum):
    """`CLIENT_CREDENTIALS`: an id and a secret, exchanged for short tokens. `ACCESS_TOKEN`: the secret is
    the token. The values are the vendor's strategies."""

    CLIENT_CREDENTIALS = "client_credentials"
    ACCESS_TOKEN = "access_token"  # noqa: S105  a kind of token, not a secret

    @property
    def strategy(self) -> str:
        return "AccessToken" if self is ApiTokenKind.ACCESS_TOKEN else "ClientCredentials"


@dataclass(frozen=True, slots=True)
class ApiToken:
    """`owner_id` is None for the tenant's own; only those have roles and permissions of their own.
    `level` is the rank of its roles; `secret` is there when it was made just now, and never again."""

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
        """What client credentials are shown with."""
        return self.id


@dataclass(frozen=True, slots=True)
class ApiTokenSecret:
    """What is handed out, and what is stored of it."""

    text: str
    hash: bytes
    signing_key_id: str | None = None


@dataclass(frozen=True, slots=True)
class ActiveToken:
    """`roles` and `permissions` are keys; a tenant's token has no `user_id`."""

    id: UUID
    tenant_id: UUID
    user_id: UUID | None
    roles: list[str]
    permissions: list[str]
    expires: datetime | None
