from uuid import UUID

from pydantic import BaseModel

from gatehouse.kit.schemas import Text, Wire


class SilentRequest(Wire):
    """`tenantId` is that of the browser tab when tabs act in different tenants; else null."""

    tenant_id: UUID | None = None


class OAuthTokens(BaseModel):
    """RFC 6749 §5.1. The id token carries every claim: clients of the hosted platform use it as their
    access token. An application's own token comes without id token, refresh token and scope."""

    access_token: Text
    id_token: Text | None = None
    refresh_token: Text | None = None
    expires_in: int
    token_type: str = "Bearer"  # noqa: S105  the kind of token
    scope: str | None = "openid email profile"


class UserInfo(BaseModel):
    """OpenID Connect Core §5.3, and the tenant."""

    sub: str
    email: str
    email_verified: bool
    name: str
    picture: str | None = None
    tenantId: UUID  # noqa: N815  as on the wire
