"""Social sign-in on the wire (wire reference §16, auth-social and social-providers)."""

from typing import Any

from gatehouse.identity.sessions.schemas import LoginResponse
from gatehouse.kit.schemas import Metadata, Text, Wire
from gatehouse.kit.tenant_ids import ShownTenantId
from gatehouse.vendor.social_providers.models import ProviderType


class SocialProviderV1(Wire):
    type: ProviderType
    client_id: str
    redirect_url: str
    active: bool


class SocialProviderOut(Wire):
    """`authorizationUrl` is a path of this server, which the client joins to its base address; `redirectUrl`
    the page to which people return, `backendRedirectUrl` what is registered at the provider."""

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
    """`id` and `type` are the vendor's name for it. `authorizationUrl` is of this server, which sends people
    on to the provider's."""

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
    """The login answer, and who it was; `tenantId` once they are in."""

    email: str
    name: str
    is_new_user: bool
    tenant_id: ShownTenantId | None = None


class SocialProviderOfApp(Wire):
    """What a native app needs to offer a provider."""

    active: bool
    client_id: str
    authorization_url: str
    additional_scopes: list[str]
