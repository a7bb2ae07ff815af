"""Dynamic client registration: the metadata is validated like a client that the vendor creates."""

from collections.abc import Iterator
from datetime import timedelta

from gatehouse.access.client import Client
from gatehouse.applications.clients import store
from gatehouse.applications.clients.queries import ADD, NOTE_REGISTRATION
from gatehouse.applications.credentials.service import store_secret
from gatehouse.applications.registration import queries
from gatehouse.applications.registration.errors import (
    InvalidClientMetadata,
    InvalidRedirectUri,
    NotOpen,
    TooManyRegistered,
)
from gatehouse.applications.registration.events import ClientRegistered
from gatehouse.applications.registration.schemas import ClientMetadata, RegisteredClient
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.sign_in.ip_location import place_of
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.purge import declare_purge
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.vendor.application_section import redirect_address
from gatehouse.vendor.applications import DELETE_UNUSED_REGISTRATIONS, Application
from gatehouse.vendor.configuration.snapshot import Snapshot
from gatehouse.vendor.current import configuration_of
from gatehouse.vendor.document.plan import DocumentRefused

GRANTS, RESPONSES = frozenset({"authorization_code", "refresh_token"}), frozenset({"code"})
NAMELESS = "Client"
PER_PLACE = RateLimit("oauth.register.ip", 20, 60)
PER_HOUR = RateLimit("oauth.register", 200, 60)
# Limit of clients without any consent. It exceeds what can register within `NEW`.
MOST_UNUSED = 1000
NEW = timedelta(hours=1)
# Clients to which no user has given consent for a day.
UNUSED_CLIENTS = declare_purge(
    "registered_clients",
    timedelta(days=1),
    job="oauth.forget_registered_clients",
    cron="23 * * * *",
    delete=DELETE_UNUSED_REGISTRATIONS,
    oldest=queries.OLDEST,
)


async def register_client(
    db: Db, resources: Resources, client: Client, data: ClientMetadata
) -> RegisteredClient:
    """Beside the application that the call names, else beside the first that lets clients in. The refusals of
    `errors.py`."""
    parent = _find_parent(configuration_of(resources), client.application)
    await resources[RateLimiter].hit(PER_PLACE, place_of(client.ip))
    _check_client_metadata(data)
    await resources[RateLimiter].hit(PER_HOUR, "")
    await store.take_turns(db)
    await _make_room(db)
    try:
        made = await store.make_client(db, data.client_name or NAMELESS, data.redirect_uris)
    except DocumentRefused as refused:
        raise InvalidClientMetadata(refused.message) from None
    now = clock.now()
    await ADD.run(db, made.id, parent.id, None, now)
    await NOTE_REGISTRATION.run(db, made.id, now)
    secret = None if data.is_public else await store_secret(db, made.id)
    event = ClientRegistered(None, made.id, parent.id, made.name)
    await announce_event(db, event, by=by_person(None, "", client))
    return RegisteredClient(
        client_id=made.client_id,
        client_id_issued_at=int(now.timestamp()),
        client_name=made.name,
        redirect_uris=made.redirect_uris,
        token_endpoint_auth_method=data.token_endpoint_auth_method,
        grant_types=sorted({"authorization_code", *data.grant_types}),
        response_types=["code"],
        client_secret=secret,
        client_secret_expires_at=0 if secret else None,
    )


async def _make_room(db: Db) -> None:
    """Delete the oldest unused client when the limit is reached, so that mass registration does not block
    other clients. Raises `TooManyRegistered` when all of them are new."""
    if (await queries.COUNT_UNUSED.one(db)) < MOST_UNUSED:
        return
    if not await DELETE_UNUSED_REGISTRATIONS.run(db, clock.now() - NEW, 1):
        raise TooManyRegistered("Too many clients have registered")


def _find_parent(configuration: Snapshot, named: str | None) -> Application:
    for one in configuration.applications:
        is_named = named in (None, str(one.id), str(one.client_id))
        if is_named and one.is_active and one.allow_dcr:
            return one
    raise NotOpen("Clients do not register themselves here")


def _check_client_metadata(data: ClientMetadata) -> None:
    for problem in _find_problems(data):
        raise InvalidClientMetadata(problem)
    for address in data.redirect_uris:
        try:
            redirect_address(address)
        except ValueError as error:
            raise InvalidRedirectUri(f"redirect_uris: {error}") from None


def _find_problems(data: ClientMetadata) -> Iterator[str]:
    if not set(data.grant_types) <= GRANTS:
        yield "grant_types: authorization_code and refresh_token are supported"
    if not set(data.response_types) <= RESPONSES:
        yield "response_types: code is supported"
