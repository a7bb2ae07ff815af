"""The page to which the browser returns after a sign-in at a provider."""

import re
from urllib.parse import urlsplit

import orjson

from gatehouse.identity.social.errors import PageRefused
from gatehouse.kit.addresses import is_route
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.origins import build_origin_check
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of
from gatehouse.vendor.social_providers import SocialProvider

HOSTED, OF_THE_PRODUCT = "/oauth/account/social/success", "/account/social/success"
LONGEST = 2000
ABSENT = ("", "null", "undefined")


def get_default_return_page(resources: Resources, provider: SocialProvider) -> str:
    """The page that the vendor configured for the provider, if its origin may call the API; else the default
    page of the product, or the page of Gatehouse."""
    if provider.redirect_url and _is_allowed_page(resources, provider.redirect_url):
        return provider.redirect_url
    deployment = resources[Deployment]
    if deployment.application_url:
        return deployment.application_url + OF_THE_PRODUCT
    return deployment.public_url + HOSTED


def check_return_page(resources: Resources, provider: SocialProvider, asked: str | None) -> str:
    """The requested page. Raises `PageRefused` when its origin may not call the API, so that no other site
    receives a code."""
    if asked is None or is_absent_value(asked):
        return get_default_return_page(resources, provider)
    if not _is_allowed_page(resources, asked):
        raise PageRefused("redirectUri: must be a page of an allowed origin")
    return asked


def _is_allowed_page(resources: Resources, address: str) -> bool:
    try:
        parts = urlsplit(address)
        origin = f"{parts.scheme}://{parts.netloc}"
    except ValueError:
        return False
    is_plain = (
        re.fullmatch(r"[\x21-\x7e]+", address) and is_route(parts.fragment) and "\\" not in address
    )
    return bool(is_plain) and len(address) <= LONGEST and _is_allowed_origin(resources, origin)


def _is_allowed_origin(resources: Resources, origin: str) -> bool:
    deployment = resources[Deployment]
    configured = configuration_of(resources).origins
    local = deployment.env != "production"
    return build_origin_check(deployment.origins, local=local, also=lambda: configured)(origin)


def is_absent_value(text: str | None) -> bool:
    return text is None or text in ABSENT


def build_page_state(asked: str | None, provider: str) -> str:
    """The `state` that the page gets back; a page without a state of its own gets the name of the
    provider."""
    if asked and not is_absent_value(asked):
        return asked[:LONGEST].replace("\x00", "")
    return orjson.dumps({"provider": provider, "action": "login"}).decode()
