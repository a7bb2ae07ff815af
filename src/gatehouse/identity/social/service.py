"""Social sign-in: redirect to the provider, return to a page, and session. Management of custom providers."""

from typing import Any

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.configuration.service import LockedConfiguration, lock_configuration
from gatehouse.identity.external import client as relying_party
from gatehouse.identity.external import sign_ins
from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.external.models import ExternalAttempt, ExternalIdentity, NativeApp
from gatehouse.identity.external.service import proof_of
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.events import AuthenticationFailed
from gatehouse.identity.sign_in.flow import sign_in
from gatehouse.identity.sign_in.ip_location import place_of
from gatehouse.identity.social import pages, reading
from gatehouse.identity.social.errors import ProviderExists, ProviderNotFound, SocialFailed
from gatehouse.identity.social.known_providers import NAMES
from gatehouse.identity.social.models import CameBack, SocialSignInResult, StartedSocialSignIn
from gatehouse.identity.social.people import person_of
from gatehouse.identity.social.providers import (
    callback_url,
    find_social_provider,
    kind_of,
    provider_of,
    start_path,
)
from gatehouse.identity.social.schemas import CustomProviderChange, CustomProviderCreate
from gatehouse.kit.addresses import with_query
from gatehouse.kit.crypto import Box, new_token
from gatehouse.kit.db import Database, Db
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.snapshot import read_snapshot
from gatehouse.vendor.social_providers import PROVIDER_TYPES, SocialProvider

STARTS = RateLimit("social.start.ip", 120, 5)
RETURNS = RateLimit("social.return.ip", 240, 5)


async def start_social_sign_in(
    db: Db,
    resources: Resources,
    client: Client,
    name: str,
    *,
    browser: str,
    page: str | None,
    state: str | None,
    login_hint: str | None = None,
    app: NativeApp | None = None,
) -> StartedSocialSignIn:
    """Start a sign-in; returns the address for the browser. `browser` is the token of its cookie; an `app`
    returns without the cookie, to its own `page`. Raises `ProviderNotOffered`, `PageRefused`, and
    `SocialFailed` when discovery of the provider fails."""
    one = find_social_provider(resources, name)
    target = page if app and page else pages.page_of(resources, one, page)
    await resources[RateLimiter].hit(STARTS, place_of(client.ip))
    try:
        provider = await provider_of(resources, one)
    except ProviderFault as fault:
        await _announce_fault(db, client, fault)
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
    address = relying_party.authorization_address(
        provider, begun, redirect_uri, login_hint=login_hint
    )
    return StartedSocialSignIn(address, browser)


async def page_after(
    db: Db, resources: Resources, client: Client, name: str, *, code: str, state: str, error: str
) -> str:
    """The page where the browser continues after the provider's callback: the page where the sign-in began,
    with the code or the error. Starts no session: only the browser that began can."""
    one = find_social_provider(resources, name)
    await resources[RateLimiter].hit(RETURNS, place_of(client.ip))
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
    resources: Resources, client: Client, name: str, code: str, page: str | None, *, api: str
) -> str | None:
    """The address at which the browser starts again if its code did not come through the callback; the code
    is neither used nor stored. None if it did, or if there is no code. `api` is the address of this server as
    the page knows it. Raises `ProviderNotOffered` or `PageRefused`."""
    one = find_social_provider(resources, name)
    await resources[RateLimiter].hit(RETURNS, place_of(client.ip))
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


async def finish_social_sign_in(
    db: Db, resources: Resources, client: Client, came: CameBack
) -> SocialSignInResult:
    """Finish the sign-in with a session or an MFA challenge. Raises `SocialFailed` for any invalid input or
    provider response, without details, and the errors of `person_of` and `sign_in`."""
    one = find_social_provider(resources, came.provider)
    await resources[RateLimiter].hit(RETURNS, place_of(client.ip))
    attempt = await _used_up(db, resources, one, came)
    if attempt is None or attempt.provider != one.id:
        raise _sign_in_failed()
    await db.pause()
    try:
        identity = await _fetch_identity(resources, one, came.code, attempt)
    except ProviderFault as fault:
        await _announce_fault(db, client, fault)
        raise _sign_in_failed() from None
    person = await person_of(
        db,
        resources,
        identity,
        client,
        provider=one,
        called=name_of(one),
        invitation=came.door.invitation,
        metadata=came.metadata,
        cookies=came.door.cookies,
    )
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
    claims, tokens = await relying_party.claims_for_code(
        resources,
        provider,
        code=code,
        redirect_uri=attempt.redirect_uri,
        verifier=attempt.verifier,
        nonce=attempt.nonce,
    )
    claims = await reading.with_addresses(resources, one, claims, tokens)
    return reading.identity_of(one, provider, claims)


def name_of(one: SocialProvider) -> str:
    """The display name of the provider."""
    if one.is_custom:
        return one.display_name
    return NAMES[next(name for name in PROVIDER_TYPES if name == one.id)]


async def _announce_fault(db: Db, client: Client, fault: ProviderFault) -> None:
    """Record a failure of the provider. The user is not known at this point."""
    event = AuthenticationFailed(None, f"provider_{fault.reason}")
    await announce_event(db, event, by=by_person(None, "", client))


def _sign_in_failed() -> SocialFailed:
    return SocialFailed("Failed to authenticate")


SECTION = "custom_social"


async def create_custom_provider(
    db: Db,
    resources: Resources,
    caller: VendorPrincipal,
    client: Client,
    data: CustomProviderCreate,
) -> None:
    """Raises `ProviderExists` when the name is taken, and `DocumentRefused` when the settings are
    inconsistent."""
    configuration = await lock_configuration(db, caller, client, box=resources[Box])
    if data.type in await _provider_keys(db):
        raise ProviderExists("type: there is a provider of this name")
    await _apply_document(configuration, {SECTION: {data.type: data.entry()}})


async def update_custom_provider(
    db: Db,
    resources: Resources,
    caller: VendorPrincipal,
    client: Client,
    key: str,
    data: CustomProviderChange,
) -> None:
    """Raises `ProviderNotFound`, and `ProviderExists` when `type` is changed: accounts are linked under the
    old one."""
    configuration = await lock_configuration(db, caller, client, box=resources[Box])
    if key not in await _provider_keys(db):
        raise ProviderNotFound("The provider was not found")
    if data.type not in (None, key):
        raise ProviderExists("type: cannot be changed; make another provider")
    await _apply_document(configuration, {SECTION: {key: data.entry()}})


async def delete_custom_provider(
    db: Db, resources: Resources, caller: VendorPrincipal, client: Client, key: str
) -> None:
    """Raises `ProviderNotFound` when there is no provider of this name."""
    configuration = await lock_configuration(db, caller, client, box=resources[Box])
    if key not in await _provider_keys(db):
        raise ProviderNotFound("The provider was not found")
    await _apply_document(configuration, {"remove": {SECTION: [key]}})


async def _apply_document(
    configuration: LockedConfiguration,
    document: dict[str, Any],
) -> None:
    await configuration.change(document)


async def _provider_keys(db: Db) -> set[str]:
    return {one.id for one in (await read_snapshot(db)).social_providers if one.is_custom}
