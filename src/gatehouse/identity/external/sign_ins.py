"""Pending sign-ins at a provider: each can return once, within 15 minutes, in the same browser.

The browser keeps a token in a cookie; rows hold only hashes of it and of the state. The nonce and the PKCE
verifier are derived from both, so they are not stored, and a state from another browser yields different
values (OpenID Connect Core §15.5.2, RFC 7636, RFC 9700 §4.7).

An app has another cookie store than the browser that it opens. An app that starts with a challenge of its own
returns with the verifier instead: the token that a cookie would hold is stored here, sealed.
"""

import re
from base64 import b64encode
from collections.abc import Mapping
from datetime import timedelta
from uuid import UUID

from starlette.responses import Response

from gatehouse.identity.external import models, queries
from gatehouse.identity.sessions.cookies import set_cookie
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, derive_token, new_token, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.purge import declare_purge
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of

LASTS = timedelta(minutes=15)
# Prefix of the state of a test login. The administrator is already signed in, so the page uses the prefix to
# detect that it still has a response to forward.
TEST = "test."
declare_purge(
    "external_sign_ins", timedelta(hours=1), key="state_hash", job="external.forget_sign_ins",
    cron="29 * * * *",
)  # fmt: skip
COOKIE_LASTS = timedelta(hours=1)  # the longest lifetime of anything that is bound to the cookie
BROWSER_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


async def begin_external_sign_in(
    db: Db,
    *,
    kind: models.Kind,
    provider: str,
    browser: str,
    redirect_uri: str,
    page: str = "",
    page_state: str = "",
    app: tuple[models.NativeApp, Box] | None = None,
) -> models.StartedSignIn:
    """Start a sign-in. `browser` is the token of its cookie. The provider sends the browser to
    `redirect_uri`; if that is an address of Gatehouse, it continues to `page` with `page_state`. With an
    `app`, the token is stored sealed until the app returns. Needs the system scope."""
    state = _create_state(kind)
    state_hash, now = token_hash(state), clock.now()
    await queries.BEGIN.run(
        db, state_hash, token_hash(browser), kind, provider, redirect_uri, page, page_state,
        now, now + LASTS, *_seal_browser_for_app(app, browser, state_hash),
    )  # fmt: skip
    return models.StartedSignIn(
        state, _derive_nonce(browser, state_hash), _derive_verifier(browser, state_hash)
    )


def _create_state(kind: models.Kind) -> str:
    """Create a state. Earlier login boxes of the hosted platform accept a provider's response only if the
    state is the base64 of a text with a tenant in it. The tenant is left empty; the length needs no padding,
    and such letters produce no `+`."""
    if kind == "oidc":
        return b64encode(f"tenantId=;{new_token()};".encode()).decode()
    return (TEST if kind == "oidc_test" else "") + new_token()


def _seal_browser_for_app(
    app: tuple[models.NativeApp, Box] | None, browser: str, state_hash: bytes
) -> tuple[str | None, UUID | None, bytes | None]:
    if app is None:
        return None, None, None
    known, box = app
    sealed = queries.BROWSER.seal(box, state_hash, browser.encode())
    return known.code_challenge, known.application_id, sealed


async def find_pending_provider(db: Db, kind: models.Kind, state: str) -> str | None:
    """The provider of a pending sign-in; None if there is none for this state. Needs the system scope."""
    return await queries.PROVIDER.first(db, token_hash(state), kind, clock.now())


async def find_return_page(
    db: Db, kind: models.Kind, state: str, browser: str | None = None
) -> models.ReturnedSignIn | None:
    """The page where the sign-in began, in any browser or only in the given one; None if it has no page, or
    was deleted after it expired. Needs the system scope."""
    browser_hash = token_hash(browser) if browser is not None else None
    return await queries.WAY_BACK.first(db, token_hash(state), kind, browser_hash)


async def is_code_from_callback(db: Db, code: str) -> bool:
    """Whether the code came through the callback of a provider, and is unused. Needs the system scope."""
    return await queries.IS_KNOWN.one(db, token_hash(code))


async def accept_callback(
    db: Db, kind: models.Kind, provider: str, state: str, code: str
) -> models.ReturnedSignIn | None:
    """Accept the callback of a provider: from now on the code identifies the sign-in. None if there is no
    such sign-in."""
    return await queries.ARRIVE.first(
        db, token_hash(state), kind, provider, token_hash(code), clock.now()
    )


async def end_sign_in_without_code(
    db: Db, kind: models.Kind, provider: str, state: str
) -> models.ReturnedSignIn | None:
    """End a sign-in whose callback had no code. Returns its page; None if there is no such sign-in."""
    return await queries.TURN_BACK.first(db, token_hash(state), kind, provider, clock.now())


async def consume_sign_in_by_state(
    db: Db, kind: models.Kind, browser: str, state: str
) -> models.ExternalAttempt | None:
    """Consume the sign-in of this state. None if it has expired, is of another kind, or belongs to another
    browser, in which case it stays. Needs the system scope."""
    found = await queries.USE_BY_STATE.first(
        db, token_hash(state), token_hash(browser), kind, clock.now()
    )
    return _build_attempt(found, browser)


async def consume_sign_in_by_code(
    db: Db, kind: models.Kind, browser: str, code: str
) -> models.ExternalAttempt | None:
    """Consume the sign-in of this code; otherwise as `consume_sign_in_by_state`."""
    found = await queries.USE_BY_CODE.first(
        db, token_hash(code), token_hash(browser), kind, clock.now()
    )
    return _build_attempt(found, browser)


async def consume_sign_in_by_app(
    db: Db, box: Box, kind: models.Kind, provider: str, code: str, came: models.AppReturn
) -> models.ExternalAttempt | None:
    """Consume the sign-in of this code for an app. None also if any value differs from the start."""
    found = await queries.USE_BY_APP.first(
        db, token_hash(code), kind, provider, came.app.code_challenge, came.app.application_id,
        came.page, came.page_state, clock.now(),
    )  # fmt: skip
    if found is None or found.sealed_browser is None:
        return None
    return _build_attempt(
        found, queries.BROWSER.open(box, found.state_hash, found.sealed_browser).decode()
    )


def _build_attempt(found: models.UnderWay | None, browser: str) -> models.ExternalAttempt | None:
    if found is None:
        return None
    return models.ExternalAttempt(
        found.provider,
        found.redirect_uri,
        _derive_nonce(browser, found.state_hash),
        _derive_verifier(browser, found.state_hash),
    )


def _derive_nonce(browser: str, state_hash: bytes) -> str:
    return derive_token(browser, b"nonce" + state_hash)


def _derive_verifier(browser: str, state_hash: bytes) -> str:
    """The PKCE verifier: 43 characters of base64url (RFC 7636 §4.1)."""
    return derive_token(browser, b"verifier" + state_hash)


def read_browser_token(cookies: Mapping[str, str], resources: Resources) -> str:
    """The browser's token; empty if it has none."""
    return cookies.get(_cookie_name(resources), "")


def read_or_create_browser_token(cookies: Mapping[str, str], resources: Resources) -> str:
    """The browser's existing token, so that several tabs can sign in at the same time, or a new one."""
    held = read_browser_token(cookies, resources)
    return held if BROWSER_TOKEN.fullmatch(held) else new_token()


def set_browser_cookie(response: Response, resources: Resources, token: str) -> None:
    set_cookie(
        response, resources, _cookie_name(resources), token, int(COOKIE_LASTS.total_seconds())
    )


def _cookie_name(resources: Resources) -> str:
    """Over HTTPS with the `__Host-` prefix, which keeps other hosts of the domain from setting the cookie."""
    prefix = "__Host-" if resources[Deployment].is_https else ""
    return f"{prefix}fe_external_{configuration_of(resources).default.cookie_suffix}"
