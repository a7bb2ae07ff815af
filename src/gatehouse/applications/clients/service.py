"""Clients of applications: each is another company's application, and belongs to one of the vendor's own."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.applications import service as applications
from gatehouse.applications.clients import queries, store
from gatehouse.applications.clients.errors import ApplicationClientNotFound, TooManyClients
from gatehouse.applications.clients.events import (
    ApplicationClientChanged,
    ApplicationClientCreated,
    ApplicationClientDeleted,
)
from gatehouse.applications.clients.models import ApplicationClient
from gatehouse.applications.clients.schemas import (
    ApplicationClientChange,
    ApplicationClientCreate,
    ApplicationClientOut,
)
from gatehouse.applications.credentials.service import make_secret
from gatehouse.applications.errors import IsClient
from gatehouse.audit.actors import by_vendor
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.vendor.applications import DELETE_APPLICATION

MOST = 100
LISTED = 1100  # with all that may have registered themselves


async def list_clients(db: Db, application_id: UUID) -> list[ApplicationClientOut]:
    """Raises `ApplicationNotFound`."""
    application = await applications.get_application(db, application_id)
    rows = await queries.OF_APPLICATION.all(db, application.id, LISTED)
    return [ApplicationClientOut.of(row) for row in rows]


async def get_client(db: Db, client_id: UUID) -> ApplicationClientOut:
    """Raises `ApplicationClientNotFound`."""
    return ApplicationClientOut.of(await _find_client(db, client_id))


async def create_client(
    db: Db, caller: VendorPrincipal, client: Client, data: ApplicationClientCreate
) -> ApplicationClientOut:
    """Create a client of the application that the call names, else of the default one. Only this response has
    its secret. Raises `ApplicationNotFound`, `IsClient`, `TooManyClients`, `DocumentRefused`."""
    parent = await applications.find_application(db, client.application)
    if await queries.ONE.first(db, parent.client_id):
        raise IsClient("A client has no clients of its own")
    await store.take_turns(db)
    if await queries.COUNT.one(db, parent.id) >= MOST:
        raise TooManyClients(f"An application has at most {MOST} clients")
    made = await store.make_client(db, data.client_name, data.redirect_urls)
    await queries.ADD.run(db, made.id, parent.id, data.external_metadata, clock.now())
    event = ApplicationClientCreated(None, made.id, made.name)
    await announce_event(db, event, by=by_vendor(caller, client))
    secret = await make_secret(db, caller, client, made.id)
    return ApplicationClientOut.of(await _find_client(db, made.client_id), secret)


async def change_client(
    db: Db,
    caller: VendorPrincipal,
    client: Client,
    client_id: UUID,
    data: ApplicationClientChange,
) -> ApplicationClientOut:
    """Raises `ApplicationClientNotFound`, `DocumentRefused`."""
    row = await _find_client(db, client_id)
    given = {"name": data.client_name, "redirect_uris": data.redirect_urls}
    made = await store.change_client(db, row.application_id, given)
    if data.external_metadata is not None:
        await queries.DESCRIBE.run(db, row.application_id, data.external_metadata, clock.now())
    event = ApplicationClientChanged(None, made.id, made.name)
    await announce_event(db, event, by=by_vendor(caller, client))
    return ApplicationClientOut.of(await _find_client(db, client_id))


async def delete_client(db: Db, caller: VendorPrincipal, client: Client, client_id: UUID) -> None:
    """Its tokens are refused from now on. `ApplicationClientNotFound`."""
    row = await _find_client(db, client_id)
    await DELETE_APPLICATION.run(db, row.application_id)
    event = ApplicationClientDeleted(None, row.application_id, row.name)
    await announce_event(db, event, by=by_vendor(caller, client))


async def _find_client(db: Db, client_id: UUID) -> ApplicationClient:
    row = await queries.ONE.first(db, client_id)
    if row is None:
        raise ApplicationClientNotFound("The client was not found")
    return row
