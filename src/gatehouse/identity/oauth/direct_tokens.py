"""Direct sign-in: an application's own button selects the sign-in method, so the sign-in page does not ask
(`login_direct_action`, wire reference §6)."""

import base64
import binascii
from typing import Any
from urllib.parse import urlencode

import orjson

from gatehouse.identity.social import pages
from gatehouse.identity.social.providers import offered_providers, start_path
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources

NAME = "login_direct_action"
SIGN_UP = "signup"
KINDS = {
    "social-login": False,
    "custom-social-login": True,
}  # whether the provider is a custom one of the vendor


def asked_directly(text: str | None) -> tuple[str, str]:
    """Parse type and data of the action; both are empty when it is malformed, and the user then chooses on
    the page. The type `direct` may name any address, so it is never followed."""
    try:
        action = orjson.loads(base64.b64decode(_standard_base64(text or ""), validate=True))
    except (binascii.Error, ValueError):
        return "", ""
    found: dict[str, Any] = action if isinstance(action, dict) else {}
    kind, data = found.get("type"), found.get("data")
    return kind if isinstance(kind, str) else "", data if isinstance(data, str) else ""


def _standard_base64(text: str) -> str:
    """Convert base64 of either alphabet, without padding, or with pluses that a query turned into spaces."""
    plain = text.replace(" ", "+").replace("-", "+").replace("_", "/").rstrip("=")
    return plain + "=" * (-len(plain) % 4)


def way_to_provider(
    resources: Resources, text: str | None, again: str, login_hint: str | None
) -> str | None:
    """Build the address that begins sign-in at the selected provider and returns to `again`; None when the
    provider is not offered."""
    kind, name = asked_directly(text)
    is_custom = KINDS.get(kind)
    for one in offered_providers(resources):
        if one.id == name and one.is_custom == is_custom:
            page = f"{resources[Deployment].public_url}{pages.HOSTED}"
            back = f"{page}?{urlencode({'redirectUrl': again})}"
            if len(back) > pages.LONGEST:
                return None
            given = {"redirectUri": back, "login_hint": login_hint}
            query = urlencode({key: value for key, value in given.items() if value})
            return f"{start_path(one)}?{query}"
    return None
