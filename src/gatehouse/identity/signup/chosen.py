"""What was chosen at sign-up waits in the browser that chose it: a password, a user name, a phone number.

Anybody can sign up with anybody's address. A password kept here would become that of the account once
the address's owner opens the mail, though a stranger knows it. So its hash travels in a cookie,
encrypted together with the address, and counts where the mailed link meets it: in the same browser.
Everywhere else the link asks for a password, and the user name, the number and what was said of the person
are forgotten.
"""

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import orjson
from starlette.responses import Response

from gatehouse.identity.action_tokens.service import HOURS, Purpose
from gatehouse.identity.sessions.cookies import set_cookie
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of

CONTEXT = "sign_up.password"
SECONDS = HOURS[Purpose.ACTIVATE] * 3600


@dataclass(frozen=True, slots=True)
class Chosen:
    """`email` is normalized; `hash` is that of a password which was found good enough. `phone_number` is
    what was given with it: one that a stranger gave for the same address is another. `proved_number`: this
    browser has brought the code that went to it. `metadata` is the digest of what was said of the person."""

    email: str
    hash: str | None
    phone_number: str | None = None
    username: str | None = None
    proved_number: bool = False
    metadata: str | None = None

    def said(self, email: str, metadata: dict[str, Any]) -> bool:
        """Whether this browser gave the metadata with the address."""
        return self.email == email and self.metadata == digest_of(metadata)


def digest_of(metadata: dict[str, Any]) -> str:
    return sha256(orjson.dumps(metadata, option=orjson.OPT_SORT_KEYS)).hexdigest()


def keep(response: Response, resources: Resources, chosen: Chosen) -> None:
    ends = int(clock.now().timestamp()) + SECONDS
    content = [
        chosen.email, chosen.hash, chosen.phone_number, ends, chosen.username, chosen.proved_number,
        chosen.metadata,
    ]  # fmt: skip
    sealed = resources[Box].seal(orjson.dumps(content), CONTEXT)
    value = base64.urlsafe_b64encode(sealed).rstrip(b"=").decode()
    set_cookie(response, resources, _name(resources), value, SECONDS)


def kept(cookies: Mapping[str, str], resources: Resources) -> Chosen | None:
    """What this browser keeps; None when that is nothing, nothing of ours, or kept beyond its time."""
    value = cookies.get(_name(resources), "")
    try:
        sealed = base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))
        email, hashed, phone_number, ends, *more = orjson.loads(
            resources[Box].open(sealed, CONTEXT)
        )
    except ValueError:
        return None
    is_over = clock.now().timestamp() >= ends
    return None if is_over else Chosen(email, hashed, phone_number, *more)


def forget(response: Response, resources: Resources) -> None:
    set_cookie(response, resources, _name(resources), "", 0)


def _name(resources: Resources) -> str:
    """Over HTTPS with the prefix that keeps other hosts of the domain from setting it; without, browsers
    would refuse the prefix."""
    prefix = "__Host-" if resources[Deployment].is_https else ""
    return f"{prefix}fe_sign_up_{configuration_of(resources).default.cookie_suffix}"
