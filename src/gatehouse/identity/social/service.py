"""Social sign-in: redirect to the provider, return to a page, and session. Management of custom providers."""

from gatehouse.identity.external import client as relying_party
from gatehouse.identity.external import sign_ins
from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.external.models import ExternalAttempt, ExternalIdentity, NativeApp
from gatehouse.identity.external.service import announce_failed_sign_in, build_authentication_result
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.flow import sign_in
from gatehouse.identity.sign_in.public_call import SystemCall
from gatehouse.identity.social import pages, reading
from gatehouse.identity.social.errors import SocialFailed
from gatehouse.identity.social.models import CameBack, SocialSignInResult
from gatehouse.identity.social.people import find_or_create_social_user
from gatehouse.identity.social.providers import (
    build_callback_url,
    build_start_path,
    get_offered_provider,
    get_provider_kind,
    load_social_provider,
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
    one = get_offered_provider(resources, name)
    target = page if app and page else pages.check_return_page(resources, one, page)
    await call.limit_place(STARTS)
    try:
        provider = await load_social_provider(resources, one)
    except ProviderFault as fault:
        await announce_failed_sign_in(db, None, f"provider_{fault.reason}", call.client)
        raise _build_sign_in_failed() from None
    redirect_uri = build_callback_url(resources, one)
    begun = await sign_ins.begin_external_sign_in(
        db,
        kind=get_provider_kind(one),
        provider=one.id,
        browser=new_token() if app else browser,
        redirect_uri=redirect_uri,
        page=target,
        page_state=pages.build_page_state(state, one.id),
        app=(app, resources[Box]) if app else None,
    )
    return relying_party.build_authorization_address(
        provider, begun, redirect_uri, login_hint=login_hint
    )


async def accept_provider_callback(
    call: SystemCall, name: str, *, code: str, state: str, error: str
) -> str:
    """The page where the browser continues after the provider's callback: the page where the sign-in began,
    with the code or the error. Starts no session: only the browser that began can."""
    db, resources = call.db, call.resources
    one = get_offered_provider(resources, name)
    await call.limit_place(RETURNS)
    if not code or error:
        returned = await sign_ins.end_sign_in_without_code(
            db, get_provider_kind(one), one.id, state
        )
        why = (
            "access_denied" if error in ("access_denied", "user_cancelled_authorize") else "failed"
        )
    else:
        returned = await sign_ins.accept_callback(db, get_provider_kind(one), one.id, state, code)
        why = "expired"
    if returned is None:
        told = {"error": "expired", "state": pages.build_page_state(None, one.id)}
        return with_query(pages.get_default_return_page(resources, one), told)
    if not code or error:
        return with_query(returned.page, {"error": why, "state": returned.page_state})
    return with_query(returned.page, {"code": code, "state": returned.page_state})


async def build_restart_address(
    call: SystemCall, name: str, code: str, page: str | None, *, api: str
) -> str | None:
    """The address at which the browser starts again if its code did not come through the callback; the code
    is neither used nor stored. None if it did, or if there is no code. `api` is the address of this server as
    the page knows it. Raises `ProviderNotOffered` or `PageRefused`."""
    resources = call.resources
    one = get_offered_provider(resources, name)
    await call.limit_place(RETURNS)
    if not code:
        return None
    async with resources[Database].one_statement() as db:
        if await sign_ins.is_code_from_callback(db, code):
            return None
    asked = {
        "redirectUri": pages.check_return_page(resources, one, page),
        "state": pages.build_page_state(None, one.id),
    }
    return with_query(api + build_start_path(one), asked)


async def finish_social_sign_in(call: SystemCall, came: CameBack) -> SocialSignInResult:
    """Finish the sign-in with a session or an MFA challenge. Raises `SocialFailed` for any invalid input or
    provider response, without details, and the errors of `find_or_create_social_user` and `sign_in`."""
    db, resources, client = call.db, call.resources, call.client
    one = get_offered_provider(resources, came.provider)
    await call.limit_place(RETURNS)
    attempt = await _consume_sign_in(db, resources, one, came)
    if attempt is None or attempt.provider != one.id:
        raise _build_sign_in_failed()
    await db.pause()
    try:
        identity = await _fetch_identity(resources, one, came.code, attempt)
    except ProviderFault as fault:
        await announce_failed_sign_in(db, None, f"provider_{fault.reason}", call.client)
        raise _build_sign_in_failed() from None
    person = await find_or_create_social_user(call, identity, one, came)
    outcome = await sign_in(
        db,
        resources,
        build_authentication_result(identity, person.id, person.email),
        client,
        came.door,
    )
    return SocialSignInResult(
        outcome, person, outcome.tenant_id if isinstance(outcome, SignedIn) else None
    )


async def _consume_sign_in(
    db: Db, resources: Resources, one: SocialProvider, came: CameBack
) -> ExternalAttempt | None:
    kind = get_provider_kind(one)
    if came.app is None:
        return await sign_ins.consume_sign_in_by_code(db, kind, came.browser, came.code)
    return await sign_ins.consume_sign_in_by_app(
        db, resources[Box], kind, one.id, came.code, came.app
    )


async def _fetch_identity(
    resources: Resources, one: SocialProvider, code: str, attempt: ExternalAttempt
) -> ExternalIdentity:
    provider = await load_social_provider(resources, one)
    claims, tokens = await relying_party.exchange_code_for_claims(
        resources, provider, attempt, code
    )
    claims = await reading.add_github_addresses(resources, one, claims, tokens)
    return reading.build_social_identity(one, provider, claims)


def _build_sign_in_failed() -> SocialFailed:
    return SocialFailed("Failed to authenticate")
