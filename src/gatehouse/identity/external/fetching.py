"""JSON requests to other servers: through the guarded client, of limited size, over TLS in production."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import orjson

from gatehouse.identity.external.errors import ProviderFault
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.outbound import AddressRefused, Outbound, OutboundResponse, Unreachable
from gatehouse.kit.resources import Resources

MOST = 256 * 1024  # bytes of a response
JSON = {"accept": "application/json", "user-agent": "Gatehouse"}
SENDS_JSON = {**JSON, "content-type": "application/json"}
FORM = {**JSON, "content-type": "application/x-www-form-urlencoded"}


async def get_json(
    resources: Resources,
    url: str,
    headers: Mapping[str, str] | None = None,
    *,
    most: int = MOST,
) -> Any:
    """The JSON of a response with status 200 and at most `most` bytes. Raises `ProviderFault` otherwise."""
    return parse_json(url, await get_text(resources, url, headers, most=most))


async def get_text(
    resources: Resources,
    url: str,
    headers: Mapping[str, str] | None = None,
    *,
    most: int = MOST,
) -> str:
    """The text of a response with status 200 and at most `most` bytes. Raises `ProviderFault` otherwise."""
    try:
        answer = await resources[Outbound].get(
            require_https(resources, url), {**JSON, **(headers or {})}, most=most + 1
        )
    except (AddressRefused, Unreachable) as error:
        raise ProviderFault("unreachable", f"{describe_url(url)}: {error}") from None
    if answer.status != 200:
        raise ProviderFault("refused", f"{describe_url(url)} answered with status {answer.status}")
    return _require_complete_text(url, answer, most)


async def post_form(
    resources: Resources, url: str, form: Mapping[str, str], headers: Mapping[str, str]
) -> tuple[int, dict[str, Any]]:
    """Post a form; returns status and body, which must be an object. Raises `ProviderFault` otherwise."""
    status, text = await _post_body(resources, url, urlencode(form).encode(), {**FORM, **headers})
    return status, require_object(url, parse_json(url, text))


async def post_json(
    resources: Resources, url: str, body: bytes, headers: Mapping[str, str] | None = None
) -> tuple[int, dict[str, Any]]:
    """Post JSON; returns status and body, or an empty object if the body is not an object. Raises
    `ProviderFault` when the request fails or the body is not JSON."""
    status, text = await _post_body(resources, url, body, {**SENDS_JSON, **(headers or {})})
    found = parse_json(url, text) if text else {}
    return status, found if isinstance(found, dict) else {}


async def _post_body(
    resources: Resources, url: str, body: bytes, headers: Mapping[str, str]
) -> tuple[int, str]:
    try:
        answer = await resources[Outbound].post(
            require_https(resources, url), body, {**headers}, most=MOST + 1
        )
    except (AddressRefused, Unreachable) as error:
        raise ProviderFault("unreachable", f"{describe_url(url)}: {error}") from None
    return answer.status, _require_complete_text(url, answer, MOST)


def _require_complete_text(url: str, answer: OutboundResponse, most: int) -> str:
    """Raises `ProviderFault` when the response is larger than the limit."""
    if len(answer.content) > most:
        raise ProviderFault(
            "too_large", f"{describe_url(url)} answered with more than {most // 1024} KiB"
        )
    return answer.text


def require_https(resources: Resources, url: str) -> str:
    """Require `https` in production, because requests contain secrets and responses are trusted."""
    if resources[Deployment].env == "production" and not url.lower().startswith("https://"):
        raise ProviderFault(
            "unreachable", f"{describe_url(url)}: the address must begin with https://"
        )
    return url


def describe_url(url: str) -> str:
    """The address for error messages, without its query."""
    return url.partition("?")[0][:200]


def parse_json(url: str, text: str) -> Any:
    """Parse JSON. Raises `ProviderFault` when it is not valid."""
    try:
        return orjson.loads(text)
    except ValueError:
        raise ProviderFault(
            "malformed", f"{describe_url(url)} answered with something else than JSON"
        ) from None


def require_object(url: str, found: Any) -> dict[str, Any]:
    """Raises `ProviderFault` when the JSON is something else than an object."""
    if not isinstance(found, dict):
        raise ProviderFault(
            "malformed", f"{describe_url(url)} answered with something else than an object"
        )
    return found
