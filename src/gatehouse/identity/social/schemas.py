"""Social sign-in on the wire (wire reference §16, auth-social and social-providers)."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints

from gatehouse.identity.sessions.schemas import LoginResponse
from gatehouse.kit.schemas import Metadata, Name, Text, Wire
from gatehouse.kit.tenant_ids import ShownTenantId
from gatehouse.vendor.social_providers import ProviderType


class SocialProviderV1(Wire):
    type: ProviderType
    client_id: str
    redirect_url: str
    active: bool


class SocialProviderOut(Wire):
    """`authorizationUrl` is a path of this server, which the client joins to its base address; `redirectUrl`
    the page to which users return, `backendRedirectUrl` the address that is registered at the provider."""

    type: ProviderType
    client_id: str | None
    redirect_url: str
    backend_redirect_url: str
    active: bool
    authorization_url: str
    options: dict[str, Any]
    customised: bool
    additional_scopes: list[str]


class CustomProviderOut(Wire):
    """`id` and `type` are the vendor's name for the provider. `authorizationUrl` is an address of this
    server, which redirects to the provider."""

    id: str
    type: str
    client_id: str
    redirect_url: str
    redirect_url_pattern: str
    authorization_url: str
    user_info_url: str
    scopes: str
    sso_logo_url: str | None
    display_name: str
    active: bool


class CustomProviders(Wire):
    providers: list[CustomProviderOut]


class SocialPostlogin(Wire):
    metadata: Metadata = None
    invitation_token: Text | None = None


class SocialAnswer(LoginResponse):
    """The login response, and the user's data; `tenantId` once the user is signed in."""

    email: str
    name: str
    is_new_user: bool
    tenant_id: ShownTenantId | None = None


class SocialProviderOfApp(Wire):
    """The data that a native app needs to offer a provider."""

    active: bool
    client_id: str
    authorization_url: str
    additional_scopes: list[str]


Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,60}$")]
Address = Annotated[str, StringConstraints(max_length=2000)]
Scopes = Annotated[str, StringConstraints(max_length=2000)]
Secret = Annotated[str, StringConstraints(max_length=5000)]
FIELDS = {
    "client_id": "client_id",
    "secret": "client_secret",
    "authorization_url": "authorization_url",
    "token_url": "token_url",
    "user_info_url": "userinfo_url",
    "sso_logo_url": "logo_url",
    "display_name": "display_name",
    "active": "active",
}


class CustomProviderChange(Wire):
    """Fields that are missing stay unchanged; `scopes` are separated by spaces. `redirectUrl` is ignored:
    every provider sends users back to this server."""

    type: Key | None = None
    client_id: Annotated[str, Field(min_length=1, max_length=500)] | None = None
    secret: Secret | None = None
    authorization_url: Address | None = None
    token_url: Address | None = None
    user_info_url: Address | None = None
    scopes: Scopes | None = None
    sso_logo_url: Address | None = None
    display_name: Name | None = None
    active: bool | None = None

    def to_entry(self) -> dict[str, Any]:
        """The fields in the form of the configuration document."""
        given = self.model_dump(exclude_none=True)
        entry = {field: given[name] for name, field in FIELDS.items() if name in given}
        if self.scopes is not None:
            entry["scopes"] = self.scopes.split()
        return entry


class CustomProviderCreate(CustomProviderChange):
    """`type` is the name of the provider in addresses."""

    type: Key
    client_id: Annotated[str, Field(min_length=1, max_length=500)]
    secret: Secret
    authorization_url: Address
    token_url: Address
    user_info_url: Address
    scopes: Scopes = "openid email profile"
    display_name: Annotated[Name, Field(min_length=1)]
    active: bool = True


def _is_own_app(customised: bool) -> bool:
    if not customised:
        raise ValueError(
            "must be true, because only your own application at the provider can be used"
        )
    return customised


class StandardProviderIn(Wire):
    """`redirectUrl` is your page to which users return if their client names none; the address registered at
    the provider is this server's own. `active` applies to a new provider only."""

    type: ProviderType
    active: bool | None = None
    client_id: Annotated[str, Field(min_length=1, max_length=500)]
    secret: Annotated[Secret, Field(min_length=1)]
    redirect_url: Address = ""
    customised: Annotated[bool, AfterValidator(_is_own_app)] = True
    additional_scopes: list[Annotated[str, Field(max_length=200)]] | None = Field(
        None, max_length=50
    )

    def to_entry(self) -> dict[str, Any]:
        """The fields in the form of the configuration document; without scopes, no additional ones are
        requested."""
        return {
            "client_id": self.client_id,
            "client_secret": self.secret,
            "redirect_url": self.redirect_url,
            "additional_scopes": self.additional_scopes or [],
        }


class StandardProviderOut(Wire):
    """`secret` is empty except for a credential that names `vendor.see.secrets`."""

    type: str
    active: bool
    client_id: str
    secret: str = ""
    redirect_url: str
    customised: Literal[True] = True
    additional_scopes: list[str]
