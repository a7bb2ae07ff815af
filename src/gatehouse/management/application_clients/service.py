"""Clients of applications: each is a third-party application of the vendor's document that belongs to one of
the vendor's own."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.identity.oauth.clients import THIRD_PARTY
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.management.application_clients import queries
from gatehouse.management.application_clients.errors import (
    ApplicationClientNotFound,
    IsClient,
    TooManyClients,
)
from gatehouse.management.application_clients.models import ApplicationClient
from gatehouse.management.application_clients.schemas import (
    ApplicationClientChange,
    ApplicationClientCreate,
    ApplicationClientOut,
)
from gatehouse.management.application_credentials.service import make_secret
from gatehouse.management.applications import service as applications
from gatehouse.management.applications.schemas import ApplicationChange, ApplicationCreate

MOST = 100
LISTED = 1100  # with all that may have registered themselves


async def list_clients(db: Db, application_id: UUID) -> list[ApplicationClientOut]:
    """`ApplicationNotFound`."""
    application = await applications.get_application(db, application_id)
    rows = await queries.OF_APPLICATION.all(db, application.id, LISTED)
    return [ApplicationClientOut.of(row) for row in rows]


async def get_client(db: Db, client_id: UUID) -> ApplicationClientOut:
    """`ApplicationClientNotFound`."""
    return ApplicationClientOut.of(await _one(db, client_id))


async def create_client(
    db: Db, caller: VendorPrincipal, client: Client, data: ApplicationClientCreate
) -> ApplicationClientOut:
    """Of the application that the call names, else of the default one. The answer alone has its secret.
    `ApplicationNotFound`, `IsClient`, `TooManyClients`, `DocumentRefused`."""
    parent = await applications.find_application(db, client.application)
    if await queries.ONE.first(db, parent.client_id):
        raise IsClient("A client has no clients of its own")
    entry = ApplicationCreate(
        name=data.client_name,
        application_type=THIRD_PARTY,
        platform="agent",
        redirect_uris=data.redirect_urls,
    )
    if await queries.COUNT.one(db, parent.id) >= MOST:
        raise TooManyClients(f"An application has at most {MOST} clients")
    made = await applications.create_application(db, caller, client, entry)
    await queries.ADD.run(db, made.id, parent.id, data.external_metadata, clock.now())
    secret = await make_secret(db, caller, client, made.id)
    return ApplicationClientOut.of(await _one(db, made.client_id), secret)


async def change_client(
    db: Db,
    caller: VendorPrincipal,
    client: Client,
    client_id: UUID,
    data: ApplicationClientChange,
) -> ApplicationClientOut:
    """`ApplicationClientNotFound`, `DocumentRefused`."""
    row = await _one(db, client_id)
    change = ApplicationChange(name=data.client_name, redirect_uris=data.redirect_urls)
    await applications.change_application(db, caller, client, row.application_id, change)
    if data.external_metadata is not None:
        await queries.DESCRIBE.run(db, row.application_id, data.external_metadata, clock.now())
    return ApplicationClientOut.of(await _one(db, client_id))


async def delete_client(db: Db, caller: VendorPrincipal, client: Client, client_id: UUID) -> None:
    """Its tokens are refused from now on. `ApplicationClientNotFound`."""
    row = await _one(db, client_id)
    await applications.delete_application(db, caller, client, row.application_id)


async def _one(db: Db, client_id: UUID) -> ApplicationClient:
    row = await queries.ONE.first(db, client_id)
    if row is None:
        raise ApplicationClientNotFound("The client was not found")
    return row
