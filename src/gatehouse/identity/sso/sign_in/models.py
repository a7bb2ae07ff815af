from dataclasses import dataclass, field
from uuid import UUID

from gatehouse.identity.sso.connections.models import OIDC, ConnectionType


@dataclass(frozen=True, slots=True)
class Way:
    """A connection that is switched on, as far as a sign-in needs it."""

    id: UUID
    tenant_id: UUID
    type: ConnectionType
    sso_endpoint: str
    oidc_client_id: str
    sealed_oidc_secret: bytes | None = field(repr=False)
    oidc_logout: bool

    @property
    def is_oidc(self) -> bool:
        return self.type == OIDC


@dataclass(frozen=True, slots=True)
class Started:
    """Where the browser goes, and the token that its cookie keeps."""

    address: str
    idp_type: str
    browser: str
