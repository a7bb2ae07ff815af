from typing import Annotated

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, StringConstraints

from gatehouse.kit.schemas import Metadata, Text, Wire
from gatehouse.kit.tenant_ids import ShownTenantId, TenantId

Given = Annotated[str, StringConstraints(max_length=2000, pattern=r"^[^\x00]*$")]


class SilentRequest(Wire):
    """`tenantId` is that of the browser tab when tabs act in different tenants; else null."""

    tenant_id: TenantId | None = None


class FinishedLogin(Wire):
    """`state` is that of the request that is stored for this browser, `token` the access token of the
    sign-in."""

    state: Given
    token: Annotated[str, StringConstraints(max_length=16_384)]


class WayBack(Wire):
    """Where the browser continues: the application with a code, or first a Gatehouse page."""

    redirect_url: str


class SocialReturn(Wire):
    """What an app sends after a provider returned to it, with the values it began with; `code_verifier_pkce`
    is the hosted platform's other name for the verifier. An `id_token` of a provider's own library is not
    bound to anything that the app began, so it does not sign the user in."""

    code: Annotated[str, StringConstraints(max_length=4000)] = ""
    state: Given = ""
    redirect_uri: Given = ""
    code_verifier: Annotated[
        str,
        StringConstraints(max_length=128),
        Field(validation_alias=AliasChoices("code_verifier", "codeVerifier", "code_verifier_pkce")),
    ] = ""
    metadata: Metadata = None
    invitation_token: Text | None = None


class SecondFactorNeeded(BaseModel):
    """`error` is `mfa_required`; beside it the login answer, whose `mfaToken` continues the sign-in."""

    model_config = ConfigDict(extra="allow")

    error: str
    error_description: str


class OAuthTokens(BaseModel):
    """Token response (RFC 6749 §5.1). The id token carries every claim: clients of the hosted platform use it
    as their access token. An application's own token comes without id token, refresh token and scope."""

    access_token: Text
    id_token: Text | None = None
    refresh_token: Text | None = None
    expires_in: int
    token_type: str = "Bearer"  # noqa: S105  the kind of token
    scope: str | None = "openid email profile"


class PushedAuthorization(BaseModel):
    """Response to a pushed request (RFC 9126 §2.2): what the browser names instead of the request."""

    request_uri: str
    expires_in: int


class TokenIntrospection(BaseModel):
    """Introspection response (RFC 7662 §2.2); beside `active` the claims of the token, where it is active."""

    model_config = ConfigDict(extra="allow")

    active: bool


class UserInfo(BaseModel):
    """Userinfo response (OpenID Connect Core §5.3), and the tenant."""

    sub: str
    email: str | None = None
    email_verified: bool | None = None
    name: str | None = None
    picture: str | None = None
    tenantId: ShownTenantId  # noqa: N815  as on the wire
