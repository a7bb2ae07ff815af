from uuid import UUID

from pydantic import BaseModel, ConfigDict

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


class PushedAuthorization(BaseModel):
    """RFC 9126 §2.2: what the browser names instead of the request."""

    request_uri: str
    expires_in: int


class TokenIntrospection(BaseModel):
    """RFC 7662 §2.2; beside `active` the claims of the token, where it is."""

    model_config = ConfigDict(extra="allow")

    active: bool


class UserInfo(BaseModel):
    """OpenID Connect Core §5.3, and the tenant."""

    sub: str
    email: str | None = None
    email_verified: bool | None = None
    name: str | None = None
    picture: str | None = None
    tenantId: UUID  # noqa: N815  as on the wire
