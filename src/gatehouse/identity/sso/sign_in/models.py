from dataclasses import dataclass, field
from typing import Self
from uuid import UUID

from gatehouse.identity.sso.claims import ClaimNames
from gatehouse.identity.sso.connections.models import OIDC, ConnectionType, SsoConnection


@dataclass(frozen=True, slots=True)
class EnabledConnection:
    """The fields of an enabled connection that a sign-in needs."""

    id: UUID
    tenant_id: UUID
    type: ConnectionType
    sso_endpoint: str
    oidc_client_id: str
    sealed_oidc_secret: bytes | None = field(repr=False)
    oidc_logout: bool
    oidc_scopes: list[str]
    email_claim: str
    groups_claims: list[str]
    groups_separator: str
    maps_groups: bool

    @property
    def is_oidc(self) -> bool:
        return self.type == OIDC

    @property
    def claim_names(self) -> ClaimNames:
        return ClaimNames(self.email_claim, tuple(self.groups_claims), self.groups_separator)

    @classmethod
    def of_connection(cls, connection: SsoConnection) -> Self:
        return cls(
            id=connection.id,
            tenant_id=connection.tenant_id,
            type=connection.type,
            sso_endpoint=connection.sso_endpoint,
            oidc_client_id=connection.oidc_client_id,
            sealed_oidc_secret=connection.sealed_oidc_secret,
            oidc_logout=connection.oidc_logout,
            oidc_scopes=connection.oidc_scopes,
            email_claim=connection.email_claim,
            groups_claims=connection.groups_claims,
            groups_separator=connection.groups_separator,
            maps_groups=bool(connection.groups),
        )


@dataclass(frozen=True, slots=True)
class StartedSsoSignIn:
    """The address to which the browser is sent, and the token for its cookie."""

    address: str
    idp_type: str
    browser: str
