"""Social sign-in: redirect to the provider, return to a page, and session. Management of custom providers."""

from gatehouse.identity.external import client as relying_party
from gatehouse.identity.external import sign_ins
from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.external.models import ExternalAttempt, ExternalIdentity, NativeApp
from gatehouse.identity.external.service import announce_failed_sign_in, proof_of
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.flow import sign_in
from gatehouse.identity.sign_in.public_call import SystemCall
from gatehouse.identity.social import pages, reading
from gatehouse.identity.social.errors import SocialFailed
from gatehouse.identity.social.models import CameBack, SocialSignInResult
from gatehouse.identity.social.people import person_of
from gatehouse.identity.social.providers import (
    callback_url,
    find_social_provider,
    kind_of,
    provider_of,
    start_path,
)
from gatehouse.kit.addresses import with_query
from gatehouse.kit.crypto import Box, new_token
from gatehouse.kit.db import Database, Db
from gatehouse.kit.rate_limit import RateLimit
from gatehouse.kit.resources import Resources
from gatehouse.vendor.social_providers import SocialProvider

STARTS = RateLimit("social.start.ip", 120, 5)
RETURNS = RateLimit("social.return.ip", 240, 5)


async def start_social_sign_in(
    call: SystemCall,
    name: str,
    *,
    browser: str,
    page: str | None,
    state: str | None,
    login_hint: str | None = None,
    app: NativeApp | None = None,
) -> str:
    """Start a sign-in; returns the address for the browser. `browser` is the token of its cookie; an `app`
    returns without the cookie, to its own `page`. Raises `ProviderNotOffered`, `PageRefused`, and
    `SocialFailed` when discovery of the provider fails."""
    db, resources = call.db, call.resources
    one = find_social_provider(resources, name)
    target = page if app and page else pages.page_of(resources, one, page)
    await call.limit_place(STARTS)
    try:
        provider = await provider_of(resources, one)
    except ProviderFault as fault:
        await announce_failed_sign_in(db, None, f"provider_{fault.reason}", call.client)
        raise _sign_in_failed() from None
    redirect_uri = callback_url(resources, one)
    begun = await sign_ins.begin_external_sign_in(
        db,
        kind=kind_of(one),
        provider=one.id,
        browser=new_token() if app else browser,
        redirect_uri=redirect_uri,
        page=target,
        page_state=pages.state_of(state, one.id),
        app=(app, resources[Box]) if app else None,
    )
    return relying_party.authorization_address(provider, begun, redirect_uri, login_hint=login_hint)


async def page_after(call: SystemCall, name: str, *, code: str, state: str, error: str) -> str:
    """The page where the browser continues after the provider's callback: the page where the sign-in began,
    with the code or the error. Starts no session: only the browser that began can."""
    db, resources = call.db, call.resources
    one = find_social_provider(resources, name)
    await call.limit_place(RETURNS)
    if not code or error:
        returned = await sign_ins.turn_back(db, kind_of(one), one.id, state)
        why = (
            "access_denied" if error in ("access_denied", "user_cancelled_authorize") else "failed"
        )
    else:
        returned = await sign_ins.accept_callback(db, kind_of(one), one.id, state, code)
        why = "expired"
    if returned is None:
        told = {"error": "expired", "state": pages.state_of(None, one.id)}
        return with_query(pages.usual_page(resources, one), told)
    if not code or error:
        return with_query(returned.page, {"error": why, "state": returned.page_state})
    return with_query(returned.page, {"code": code, "state": returned.page_state})


async def begins_anew(
    call: SystemCall, name: str, code: str, page: str | None, *, api: str
) -> str | None:
    """The address at which the browser starts again if its code did not come through the callback; the code
    is neither used nor stored. None if it did, or if there is no code. `api` is the address of this server as
    the page knows it. Raises `ProviderNotOffered` or `PageRefused`."""
    resources = call.resources
    one = find_social_provider(resources, name)
    await call.limit_place(RETURNS)
    if not code:
        return None
    async with resources[Database].one_statement() as db:
        if await sign_ins.is_known(db, code):
            return None
    asked = {
        "redirectUri": pages.page_of(resources, one, page),
        "state": pages.state_of(None, one.id),
    }
    return with_query(api + start_path(one), asked)


async def finish_social_sign_in(call: SystemCall, came: CameBack) -> SocialSignInResult:
    """Finish the sign-in with a session or an MFA challenge. Raises `SocialFailed` for any invalid input or
    provider response, without details, and the errors of `person_of` and `sign_in`."""
    db, resources, client = call.db, call.resources, call.client
    one = find_social_provider(resources, came.provider)
    await call.limit_place(RETURNS)
    attempt = await _used_up(db, resources, one, came)
    if attempt is None or attempt.provider != one.id:
        raise _sign_in_failed()
    await db.pause()
    try:
        identity = await _fetch_identity(resources, one, came.code, attempt)
    except ProviderFault as fault:
        await announce_failed_sign_in(db, None, f"provider_{fault.reason}", call.client)
        raise _sign_in_failed() from None
    person = await person_of(call, identity, one, came)
    outcome = await sign_in(
        db, resources, proof_of(identity, person.id, person.email), client, came.door
    )
    return SocialSignInResult(
        outcome, person, outcome.tenant_id if isinstance(outcome, SignedIn) else None
    )


async def _used_up(
    db: Db, resources: Resources, one: SocialProvider, came: CameBack
) -> ExternalAttempt | None:
    kind = kind_of(one)
    if came.app is None:
        return await sign_ins.use_by_code(db, kind, came.browser, came.code)
    return await sign_ins.use_by_app(db, resources[Box], kind, one.id, came.code, came.app)


async def _fetch_identity(
    resources: Resources, one: SocialProvider, code: str, attempt: ExternalAttempt
) -> ExternalIdentity:
    provider = await provider_of(resources, one)
    claims, tokens = await relying_party.claims_for_code(resources, provider, attempt, code)
    claims = await reading.with_addresses(resources, one, claims, tokens)
    return reading.identity_of(one, provider, claims)


def _sign_in_failed() -> SocialFailed:
    return SocialFailed("Failed to authenticate")
