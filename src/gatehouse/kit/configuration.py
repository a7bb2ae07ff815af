"""What the settings of every area are made of, and what is said when they cannot be used."""

import os
import re
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints

from gatehouse.kit.refused_value import RefusedValue


class ConfigurationError(Exception):
    """The configuration cannot be used; the message says what to change."""


class SettingsSection(BaseModel):
    """Settings of one area, declared beside its code; the entry point composes them."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def _normalize_origin(text: str) -> str:
    """The origin as browsers write it (RFC 6454 §6.2): host in ASCII, no path, no default port. Raises
    `RefusedValue` when the text is not an origin."""
    try:
        parts = urlsplit(text)
        host, port = (parts.hostname or "").encode("idna").decode(), parts.port
    except ValueError:
        raise RefusedValue(NO_ORIGIN, "origin") from None
    is_plain = HOST.fullmatch(host) and parts.scheme in USUAL_PORTS and "@" not in parts.netloc
    if not is_plain or parts.path not in ("", "/") or parts.query or parts.fragment:
        raise RefusedValue(NO_ORIGIN, "origin")
    name = f"[{host}]" if ":" in host else host
    is_usual = port in (None, USUAL_PORTS[parts.scheme])
    return f"{parts.scheme}://{name}" + ("" if is_usual else f":{port}")


USUAL_PORTS = {"http": 80, "https": 443}
HOST = re.compile(r"[a-z0-9._-]+|[0-9a-f:.]*:[0-9a-f:.]*")
NO_ORIGIN = "must be an origin such as https://id.example.com"
Origin = Annotated[str, AfterValidator(_normalize_origin)]


def _normalize_base_url(text: str | None) -> str | None:
    """An origin and perhaps a path, without a slash at the end: paths of pages are added to it."""
    if text is None:
        return None
    parts = urlsplit(text)
    try:
        origin = _normalize_origin(f"{parts.scheme}://{parts.netloc}")
    except ValueError:
        raise ValueError(NO_BASE_URL) from None
    if not re.fullmatch(r"[\w./~%-]*", parts.path, re.ASCII) or parts.query or parts.fragment:
        raise ValueError(NO_BASE_URL)
    return origin + parts.path.rstrip("/")


NO_BASE_URL = "must be an address such as https://app.example.com"
BaseUrl = Annotated[str | None, AfterValidator(_normalize_base_url)]
WebAddress = Annotated[str, StringConstraints(pattern=r"^https?://[^\s/;,]+[^\s;,]*$")]
# Of a link on a page: a page of this server, another site, or a mailbox.
LinkTarget = Annotated[
    str, StringConstraints(pattern=r"^(/([^\s/][^\s]*)?|https?://[^\s/]+\S*|mailto:\S+@\S+)$")
]
HostName = Annotated[str, StringConstraints(pattern=r"^[^\s/@;,]+$")]


def check_readable_file(path: Path) -> Path:
    """Refuse a path that would fail only when a user first needs the file."""
    if not path.is_file():
        raise ValueError(f"{path} is not a file")
    if not os.access(path, os.R_OK):
        raise ValueError(f"{path} may not be read by this user")
    return path


ReadableFile = Annotated[Path, AfterValidator(check_readable_file)]


def origin_of(url: str) -> str:
    """The origin of an address."""
    return "{0.scheme}://{0.netloc}".format(urlsplit(url))
