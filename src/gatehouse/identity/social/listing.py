"""The providers that the vendor offers, in the formats of the API."""

from gatehouse.identity.social import schemas
from gatehouse.identity.social.pages import get_default_return_page
from gatehouse.identity.social.providers import (
    build_callback_url,
    build_start_path,
    list_offered_providers,
)
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse.vendor.social_providers import PROVIDER_TYPES


def list_providers_v1(resources: Resources) -> list[schemas.SocialProviderV1]:
    return [schemas.SocialProviderV1.model_validate(one) for one in list_providers_v2(resources)]


def list_providers_v2(resources: Resources) -> list[schemas.SocialProviderOut]:
    return [
        schemas.SocialProviderOut(
            type=name,
            client_id=one.client_id,
            redirect_url=get_default_return_page(resources, one),
            backend_redirect_url=build_callback_url(resources, one),
            active=True,
            authorization_url=build_start_path(one),
            options={},
            customised=False,
            additional_scopes=one.scopes,
        )
        for one in list_offered_providers(resources)
        for name in PROVIDER_TYPES
        if name == one.id
    ]


def list_providers_for_app(resources: Resources) -> dict[str, schemas.SocialProviderOfApp]:
    """The built-in providers by name, with absolute addresses, because an app has no base address."""
    here = resources[Deployment].public_url
    return {
        one.id: schemas.SocialProviderOfApp(
            active=True,
            client_id=one.client_id,
            authorization_url=here + build_start_path(one),
            additional_scopes=one.scopes,
        )
        for one in list_offered_providers(resources)
        if not one.is_custom
    }


def list_custom_providers(resources: Resources) -> list[schemas.CustomProviderOut]:
    """The custom providers, with absolute addresses: clients use these unchanged."""
    here = resources[Deployment].public_url
    return [
        schemas.CustomProviderOut(
            id=one.id,
            type=one.id,
            client_id=one.client_id,
            redirect_url=get_default_return_page(resources, one),
            redirect_url_pattern=get_default_return_page(resources, one),
            authorization_url=here + build_start_path(one),
            user_info_url=one.userinfo_url,
            scopes=" ".join(one.scopes),
            sso_logo_url=one.logo_url or None,
            display_name=one.display_name,
            active=True,
        )
        for one in list_offered_providers(resources)
        if one.is_custom
    ]
