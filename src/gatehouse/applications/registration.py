"""Dynamic client registration: the metadata is validated like a client that the vendor creates."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, Field, StringConstraints

from gatehouse.access.client import Client
from gatehouse.applications import clients, errors
from gatehouse.applications.clients import ADD, NOTE_REGISTRATION
from gatehouse.applications.credentials import store_new_secret
from gatehouse.applications.events import ClientRegistered
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.sign_in.ip_location import get_ip_network
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Query
from gatehouse.kit.purge import declare_purge
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.vendor.application_section import check_redirect_address
from gatehouse.vendor.applications import DELETE_UNUSED_REGISTRATIONS, Application
from gatehouse.vendor.configuration.snapshot import Snapshot
from gatehouse.vendor.current import configuration_of
from gatehouse.vendor.document.plan import DocumentRefused

COUNT_UNUSED = Query(
    int,
    """
    select count(*)::int from application_clients c where c.registered_at is not null
      and not exists (select from oauth_consents o where o.application_id = c.application_id)
    """,
)
OLDEST = Query(
    datetime,
    """
    select min(c.registered_at) as registered_at from application_clients c
    where not exists (select from oauth_consents o where o.application_id = c.application_id)
    """,
)


RedirectUri = Annotated[str, StringConstraints(max_length=2000)]
Word = Annotated[str, StringConstraints(max_length=100)]
SecretIsShown = Literal["none", "client_secret_basic", "client_secret_post"]


class ClientMetadata(BaseModel):
    """Unknown metadata of a client is ignored."""

    redirect_uris: list[RedirectUri] = Field(
        min_length=1, max_length=20, examples=[["http://127.0.0.1/callback"]]
    )
    client_name: str = Field("", max_length=200)
    token_endpoint_auth_method: SecretIsShown = "client_secret_basic"  # noqa: S105
    grant_types: list[Word] = Field(["authorization_code"], max_length=20)
    response_types: list[Word] = Field(["code"], max_length=20)

    @property
    def is_public(self) -> bool:
        return self.token_endpoint_auth_method == "none"  # noqa: S105


class RegisteredClient(BaseModel):
    """`client_secret` is shown here and nowhere else; it has no end."""

    client_id: UUID
    client_id_issued_at: int
    client_name: str
    redirect_uris: list[str]
    token_endpoint_auth_method: SecretIsShown
    grant_types: list[str]
    response_types: list[str]
    client_secret: str | None = None
    client_secret_expires_at: int | None = None


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
    oldest=OLDEST,
)


async def register_client(
    db: Db, resources: Resources, client: Client, data: ClientMetadata
) -> RegisteredClient:
    """Beside the application that the call names, else beside the first that lets clients in. The refusals of
    `errors.py`."""
    parent = _get_parent_application(configuration_of(resources), client.application)
    await resources[RateLimiter].hit(PER_PLACE, get_ip_network(client.ip))
    _check_client_metadata(data)
    await resources[RateLimiter].hit(PER_HOUR, "")
    await clients.LOCK.run(db)
    await _delete_oldest_unused_client(db)
    try:
        made = await clients.create_client_application(
            db, data.client_name or NAMELESS, data.redirect_uris
        )
    except DocumentRefused as refused:
        raise errors.InvalidClientMetadata(refused.message) from None
    now = clock.now()
    await ADD.run(db, made.id, parent.id, None, now)
    await NOTE_REGISTRATION.run(db, made.id, now)
    secret = None if data.is_public else await store_new_secret(db, made.id)
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


async def _delete_oldest_unused_client(db: Db) -> None:
    """Delete the oldest unused client when the limit is reached, so that mass registration does not block
    other clients. Raises `TooManyRegistered` when all of them are new."""
    if (await COUNT_UNUSED.one(db)) < MOST_UNUSED:
        return
    if not await DELETE_UNUSED_REGISTRATIONS.run(db, clock.now() - NEW, 1):
        raise errors.TooManyRegistered("Too many clients have registered")


def _get_parent_application(configuration: Snapshot, named: str | None) -> Application:
    for one in configuration.applications:
        is_named = named in (None, str(one.id), str(one.client_id))
        if is_named and one.is_active and one.allow_dcr:
            return one
    raise errors.NotOpen("Dynamic client registration is not allowed")


def _check_client_metadata(data: ClientMetadata) -> None:
    for problem in _find_unsupported_metadata(data):
        raise errors.InvalidClientMetadata(problem)
    for address in data.redirect_uris:
        try:
            check_redirect_address(address)
        except ValueError as error:
            raise errors.InvalidRedirectUri(f"redirect_uris: {error}") from None


def _find_unsupported_metadata(data: ClientMetadata) -> Iterator[str]:
    if not set(data.grant_types) <= GRANTS:
        yield "grant_types: authorization_code and refresh_token are supported"
    if not set(data.response_types) <= RESPONSES:
        yield "response_types: code is supported"
