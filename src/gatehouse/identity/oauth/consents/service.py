"""Grant and revoke consents for third-party applications."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from starlette.datastructures import QueryParams

from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce_event
from gatehouse.identity.oauth import errors, pushed
from gatehouse.identity.oauth.clients import LOOPBACK, THIRD_PARTY, find_client
from gatehouse.identity.oauth.consents import queries
from gatehouse.identity.oauth.consents.queries import OAuthConsent
from gatehouse.identity.oauth.consents.schemas import (
    ConsentAsked,
    ConsentingApplication,
    ConsentReturn,
)
from gatehouse.identity.oauth.events import ConsentGiven, ConsentRevoked
from gatehouse.identity.oauth.models import AuthorizationRequest
from gatehouse.identity.oauth.request import (
    read_authorization_request,
    read_client_and_redirect_uri,
)
from gatehouse.identity.sessions.end_queries import END_SESSIONS_OF_APPLICATION
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.vendor.applications import Application
from gatehouse.vendor.current import configuration_of

LONGEST = 2000
DEFAULT_PORTS = {"https": 443, "http": 80}
# Times in a request are whole seconds.
SECOND = timedelta(seconds=1)


def parse_consent_destination(address: str) -> ConsentReturn:
    """Read the destination of a registered redirect URI. Devices and apps are not verified by DNS, so another
    program may have registered the address (RFC 8252 §8.6). The name is parsed as browsers do: a backslash
    ends the host. Internationalized hosts stay in ASCII, so that lookalike letters cannot deceive."""
    parts = urlsplit(address.replace("\\", "/"))
    if parts.scheme not in DEFAULT_PORTS:
        return ConsentReturn(kind="app", name=parts.scheme)
    host = parts.hostname or ""
    name = f"[{host}]" if ":" in host else host
    if parts.port not in (None, DEFAULT_PORTS[parts.scheme]):
        name = f"{name}:{parts.port}"
    is_here = host in LOOPBACK or host.endswith(".localhost") or host.startswith("127.")
    return ConsentReturn(kind="device" if is_here else "site", name=name)


def list_destination_keys(address: str) -> list[str]:
    """The key under which a consent stores a destination that is not a site: the program's loopback address
    without its port, which varies (RFC 8252 §7.3), or the app's scheme."""
    place = parse_consent_destination(address)
    if place.kind == "site":
        return []
    if place.kind == "app":
        return [f"app:{place.name}"]
    parts = urlsplit(address)
    return [f"device:{parts.scheme}://{parts.hostname}{parts.path}"[:LONGEST]]


async def needs_consent(db: Db, wanted: AuthorizationRequest, user_id: UUID) -> bool:
    """Whether the user must be asked for consent; never for first-party applications. Raises
    `AuthorizationRefused` when the user declined, or when consent is required with `prompt=none`."""
    if wanted.scopes is None:
        return False
    if wanted.declined:
        raise errors.AuthorizationRefused("access_denied", "The user denied the request")
    given = await queries.CONSENTS.first(db, user_id, wanted.client.id)
    if (
        given
        and _covers_request(wanted, wanted.scopes, given)
        and _is_consent_new_enough(wanted, given)
    ):
        return False
    if "none" in wanted.prompts:
        raise errors.AuthorizationRefused("consent_required", "The user has not given consent yet")
    return True


async def has_consent(db: Db, user_id: UUID, application_id: UUID, scopes: Sequence[str]) -> bool:
    """Whether the user's consent covers these scopes, locked until this transaction ends. Needs the system
    scope."""
    return await queries.ALLOWS.first(db, user_id, application_id, list(scopes)) is True


def _covers_request(
    wanted: AuthorizationRequest, scopes: Sequence[str], given: OAuthConsent
) -> bool:
    """Whether the consent covers the scopes and the destination. Another program may have registered the same
    loopback address or app scheme, so these destinations need a consent of their own."""
    return set(scopes) <= set(given.scopes) and {*list_destination_keys(wanted.redirect_uri)} <= {
        *given.places
    }


def _is_consent_new_enough(wanted: AuthorizationRequest, given: OAuthConsent) -> bool:
    if wanted.consented_after is None:
        return "consent" not in wanted.prompts
    return given.updated_at + SECOND > wanted.consented_after


async def list_consents(
    db: Db, resources: Resources, caller: Principal
) -> list[ConsentingApplication]:
    """List consents for active applications, newest first."""
    known = {one.id: one for one in configuration_of(resources).applications if one.is_active}
    return [
        _to_consent_response(known[one.application_id], one)
        for one in await queries.CONSENTS.all(db, caller.user_id, None)
        if one.application_id in known
    ]


async def describe_consent_request(db: Db, resources: Resources, request: str) -> ConsentAsked:
    """Describe the request that a query for `/oauth/authorize` holds. Raises `RequestUnknown` when it would
    not be accepted, and `ApplicationUnknown` when the client never asks for consent. Needs the system scope,
    as `pushed.load_whole_request` does."""
    client, address, scopes = await _check_consent_request(db, resources, request)
    return ConsentAsked(
        **_describe_application(client),
        scopes=list(scopes),
        returns_to=parse_consent_destination(address),
    )


async def _check_consent_request(
    db: Db, resources: Resources, request: str
) -> tuple[Application, str, tuple[str, ...]]:
    """Read the application, the destination and the requested scopes of a consent request."""
    try:
        query, pushed_by = await pushed.load_whole_request(db, QueryParams(request))
        client, address = read_client_and_redirect_uri(resources, query)
        wanted = read_authorization_request(resources, client, address, query)
    except (errors.InvalidRequest, errors.AuthorizationRefused):
        raise errors.RequestUnknown(
            "This request has expired. Go back to the application."
        ) from None
    if pushed_by not in (None, client.id):
        raise errors.RequestUnknown("This request belongs to another application")
    if wanted.scopes is None:
        raise errors.ApplicationUnknown("This application does not ask for consent")
    return client, address, wanted.scopes


async def get_consent(
    db: Db, resources: Resources, caller: Principal, client_id: UUID
) -> ConsentingApplication:
    """Get the application and its earlier consent. Raises `ApplicationUnknown` when it is not an active
    third-party application."""
    application = _get_third_party_application(resources, client_id)
    return _to_consent_response(
        application, await queries.CONSENTS.first(db, caller.user_id, application.id)
    )


async def give_consent(
    db: Db,
    resources: Resources,
    caller: Principal,
    client_id: UUID,
    scopes: Sequence[str],
    request: str,
) -> ConsentingApplication:
    """Add scopes to the consent for an application; `request` is the authorization request. Raises
    `ApplicationUnknown` or `RequestUnknown` when either is not valid. Needs the system scope, as
    `describe_consent_request` does."""
    application = _get_third_party_application(resources, client_id)
    places: list[str] = []
    if request:
        asks, address, _ = await _check_consent_request(db, resources, request)
        if asks.id != application.id:
            raise errors.RequestUnknown("This request belongs to another application")
        places = list_destination_keys(address)
    allowed = sorted({"openid", *scopes})
    await queries.SAVE.run(db, caller.user_id, application.id, allowed, clock.now(), places)
    event = ConsentGiven(
        caller.tenant_id, caller.user_id, application.id, application.name, " ".join(allowed)
    )
    await announce_event(db, event, by=caller.actor)
    return await get_consent(db, resources, caller, client_id)


async def revoke_consent(db: Db, resources: Resources, caller: Principal, client_id: UUID) -> None:
    """Revoke the consent; the application's tokens for the user are refused from the next request on. Raises
    `ApplicationUnknown` when it has no consent. Needs the system scope, because the application's sessions
    may act in any tenant."""
    application = _get_third_party_application(resources, client_id)
    if await queries.DELETE.first(db, caller.user_id, application.id) is None:
        raise errors.ApplicationUnknown("The user has not given consent to this application")
    await queries.END_CODES.run(db, caller.user_id, application.id)
    await END_SESSIONS_OF_APPLICATION.run(db, caller.user_id, application.id, clock.now())
    event = ConsentRevoked(caller.tenant_id, caller.user_id, application.id, application.name)
    await announce_event(db, event, by=caller.actor)


def _get_third_party_application(resources: Resources, client_id: UUID) -> Application:
    found = find_client(resources, str(client_id))
    if found is None or found.type != THIRD_PARTY:
        raise errors.ApplicationUnknown("No active application that asks for consent has this ID")
    return found


def _describe_application(application: Application) -> dict[str, Any]:
    """What a consent page shows of an application."""
    shown = ("client_id", "name", "app_url", "logo_url", "description")
    return {name: getattr(application, name) for name in shown}


def _to_consent_response(
    application: Application, given: OAuthConsent | None
) -> ConsentingApplication:
    return ConsentingApplication(
        application_id=application.id,
        **_describe_application(application),
        scopes=given.scopes if given else [],
        created_at=given.created_at if given else None,
        updated_at=given.updated_at if given else None,
    )
