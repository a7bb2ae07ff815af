"""Kinds of text that several sections take."""

from typing import Annotated, Any
from urllib.parse import urlsplit

import orjson
from pydantic import AfterValidator, StringConstraints

from gatehouse.kit.refused_value import RefusedValue


def web_address(text: str) -> str:
    try:
        parts = urlsplit(text)
        is_web = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        is_web = False
    if not is_web or "@" in parts.netloc:
        text = "must be an address such as https://www.example.com/logo.svg"
        raise RefusedValue(text, "web_address")
    return text


WebAddress = Annotated[
    str,
    StringConstraints(max_length=2000, pattern=r"^[\x21-\x7e]*$"),
    AfterValidator(web_address),
]


def landing_place(text: str) -> str:
    """A path of this server, but not its root, which leads there; or another address."""
    is_path = text.startswith("/") and not text.startswith(("//", "/\\"))
    if is_path and urlsplit(text).path.strip("/"):
        return text
    try:
        return web_address(text)
    except ValueError:
        said = "must be a path such as /oauth/portal, or an address such as https://app.example.com"
        raise RefusedValue(said, "landing_place") from None


LandingPlace = Annotated[
    str,
    StringConstraints(max_length=2000, pattern=r"^[\x21-\x7e]*$"),
    AfterValidator(landing_place),
]
OptionalAddress = Annotated[
    str,
    StringConstraints(max_length=2000, pattern=r"^[\x21-\x7e]*$"),
    AfterValidator(lambda text: text and web_address(text)),
]


def require_plain_json(value: Any) -> Any:
    """Whatever a column can hold: not nested too deeply, no half a letter, no number without end."""
    try:
        text = orjson.dumps(value)
    except TypeError as error:
        raise RefusedValue("must be plain JSON", "no_plain_json") from error
    if b"\\u0000" in text:
        raise RefusedValue("must not contain NUL", "control_characters")
    return value


Plain = AfterValidator(require_plain_json)


def drop_nulls(value: Any) -> Any:
    """Remove null values: TOML has none, and a missing field has the same meaning."""
    if isinstance(value, dict):
        return {key: drop_nulls(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [drop_nulls(inner) for inner in value if inner is not None]
    return value
