"""The page to which somebody returns who was sent to a provider."""

import re
from urllib.parse import urlsplit

import orjson

from gatehouse.identity.social.errors import PageRefused
from gatehouse.kit.addresses import is_route
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.origins import allowed_origins
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of

HOSTED, OF_THE_PRODUCT = "/oauth/account/social/success", "/account/social/success"
LONGEST = 2000
ABSENT = ("", "null", "undefined")


def usual_page(resources: Resources) -> str:
    """Of the product's own pages where it has them, else of ours."""
    deployment = resources[Deployment]
    if deployment.application_url:
        return deployment.application_url + OF_THE_PRODUCT
    return deployment.public_url + HOSTED


def page_of(resources: Resources, asked: str | None) -> str:
    """The one that was asked for; `PageRefused` when no page there may call the API, so that a code is handed
    to nobody else."""
    if asked is None or is_absent(asked):
        return usual_page(resources)
    try:
        parts = urlsplit(asked)
        origin = f"{parts.scheme}://{parts.netloc}"
    except ValueError:
        raise _refused() from None
    is_plain = (
        re.fullmatch(r"[\x21-\x7e]+", asked) and is_route(parts.fragment) and "\\" not in asked
    )
    if not is_plain or len(asked) > LONGEST or not _may_call(resources, origin):
        raise _refused()
    return asked


def _may_call(resources: Resources, origin: str) -> bool:
    deployment = resources[Deployment]
    configured = configuration_of(resources).origins
    local = deployment.env != "production"
    return allowed_origins(deployment.origins, local=local, also=lambda: configured)(origin)


def is_absent(text: str | None) -> bool:
    return text is None or text in ABSENT


def state_of(asked: str | None, provider: str) -> str:
    """What the page gets back in `state`; a page that gave nothing still learns which provider it was."""
    if asked and not is_absent(asked):
        return asked[:LONGEST].replace("\x00", "")
    return orjson.dumps({"provider": provider, "action": "login"}).decode()


def _refused() -> PageRefused:
    return PageRefused("redirectUri: is no page of an origin that may call this server")
