"""Clients of applications: each is another company's application, and belongs to one of the vendor's own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field, ValidationError

from gatehouse.access.vendor import VendorPrincipal
from gatehouse.applications import service as applications
from gatehouse.applications.credentials import create_client_secret, mask_secret
from gatehouse.applications.errors import ApplicationClientNotFound, IsClient, TooManyClients
from gatehouse.applications.events import (
    ApplicationClientChanged,
    ApplicationClientCreated,
    ApplicationClientDeleted,
)
from gatehouse.audit.service import announce_event
from gatehouse.identity.oauth.clients import THIRD_PARTY
from gatehouse.kit import clock
from gatehouse.kit.crypto import random_id
from gatehouse.kit.db import Command, Db, Query
from gatehouse.kit.schemas import Metadata, Spoken, Wire
from gatehouse.vendor.application_section import ApplicationEntry, save_application
from gatehouse.vendor.applications import DELETE_APPLICATION, Application
from gatehouse.vendor.document.plan import DocumentRefused
from gatehouse.vendor.document.section import DocumentProblem


@dataclass(frozen=True, slots=True)
class ApplicationClient:
    """`client_id` is what it is known by outside, `hint` the last letters of its secret."""

    application_id: UUID
    client_id: UUID
    parent_id: UUID
    name: str
    redirect_uris: list[str]
    external_metadata: dict[str, Any] | None
    hint: str | None
    created_at: datetime
    updated_at: datetime


_CLIENTS = """
    select a.id as application_id, a.client_id, c.parent_id, a.name, a.redirect_uris,
      c.external_metadata, s.hint, c.created_at, greatest(a.updated_at, c.updated_at) as updated_at
    from application_clients c
    join applications a on a.id = c.application_id
    left join application_secrets s on s.application_id = a.id
"""
OF_APPLICATION = Query(
    ApplicationClient,
    f"{_CLIENTS} where c.parent_id = $1 order by c.created_at, a.id limit $2",
)
# Those that the vendor made.
COUNT = Query(
    int,
    "select count(*)::int from application_clients where parent_id = $1 and registered_at is null",
)
ONE = Query(ApplicationClient, f"{_CLIENTS} where a.client_id = $1")
ADD = Command(
    """
    insert into application_clients
      (application_id, parent_id, external_metadata, created_at, updated_at)
    values ($1, $2, $3, $4, $4)
    """
)
DESCRIBE = Command(
    "update application_clients set external_metadata = $2, updated_at = $3 where application_id = $1"
)
# Blocks concurrent creation of clients, because their number is limited.
LOCK = Command("lock table application_clients in share row exclusive mode")
BY_KEY = Query(Application, "select * from applications where key = $1")
# Concurrent changes of the client wait.
HOLD = Query(
    Application,
    """
    select a.* from applications a
    where a.id = $1 and exists (select from application_clients c where c.application_id = a.id)
    for update
    """,
)

NOTE_REGISTRATION = Command(
    "update application_clients set registered_at = $2 where application_id = $1"
)


ClientName = Annotated[Spoken, Field(min_length=1, examples=["Scheduling assistant"])]
Addresses = Annotated[
    list[str], Field(max_length=100, examples=[["https://agent.example/callback"]])
]


class ApplicationClientOut(Wire):
    """`id` is its client id. `clientSecret` is shown whole only in the answer that made it; afterwards the
    last letters."""

    id: UUID
    app_id: UUID
    client_name: str
    client_secret: str
    client_type: Literal["Agent"] = "Agent"
    redirect_urls: list[str] = Field(alias="redirectURLs")
    external_metadata: dict[str, Any] | None
    created_at: datetime
    updated_at: datetime

    @classmethod
    def from_row(cls, row: ApplicationClient, secret: str | None = None) -> "ApplicationClientOut":
        return cls(
            id=row.client_id,
            app_id=row.parent_id,
            client_name=row.name,
            client_secret=secret or mask_secret(row.hint),
            redirect_urls=row.redirect_uris,
            external_metadata=row.external_metadata,
            created_at=row.created_at,
            updated_at=row.updated_at,
        )


class ApplicationClientCreate(Wire):
    """`redirectURLs` are exact https addresses to which users return."""

    client_name: ClientName
    client_type: Literal["Agent"]
    redirect_urls: Addresses = Field(default_factory=list, alias="redirectURLs")
    external_metadata: Metadata = None


class ApplicationClientChange(Wire):
    """Missing fields stay unchanged."""

    client_name: ClientName | None = None
    redirect_urls: Addresses | None = Field(None, alias="redirectURLs")
    external_metadata: Metadata = None


# No key of a document has a colon.
KEY = "client:{}"


async def create_client_application(db: Db, name: str, redirect_uris: Sequence[str]) -> Application:
    """Raises `DocumentRefused`."""
    entry = _validate_client_entry({
        "client_id": random_id(),
        "name": name,
        "type": THIRD_PARTY,
        "platform": "agent",
        "redirect_uris": list(redirect_uris),
    })  # fmt: skip
    key = KEY.format(entry.client_id)
    await save_application(db, key, entry)
    return await BY_KEY.one(db, key)


async def update_client(db: Db, application_id: UUID, given: Mapping[str, Any]) -> Application:
    """Change a client; None keeps a value. Raises `ApplicationClientNotFound`, `DocumentRefused`."""
    row = await HOLD.first(db, application_id)
    if row is None:
        raise ApplicationClientNotFound("The client was not found")
    said = {name: value for name, value in given.items() if value is not None}
    known = {name: getattr(row, name) for name in ApplicationEntry.model_fields}
    await save_application(db, row.key, _validate_client_entry(known | said))
    return await BY_KEY.one(db, row.key)


def _validate_client_entry(values: Mapping[str, Any]) -> ApplicationEntry:
    try:
        return ApplicationEntry.model_validate(values)
    except ValidationError as error:
        problems = [
            DocumentProblem.from_field_error(".".join(str(part) for part in one["loc"]), one)
            for one in error.errors()
        ]
        raise DocumentRefused(problems) from None


MOST = 100
LISTED = 1100  # with all that may have registered themselves


async def list_clients(db: Db, application_id: UUID) -> list[ApplicationClientOut]:
    """Raises `ApplicationNotFound`."""
    application = await applications.get_application(db, application_id)
    rows = await OF_APPLICATION.all(db, application.id, LISTED)
    return [ApplicationClientOut.from_row(row) for row in rows]


async def get_client(db: Db, client_id: UUID) -> ApplicationClientOut:
    """Raises `ApplicationClientNotFound`."""
    return ApplicationClientOut.from_row(await _require_client(db, client_id))


async def create_client(
    db: Db, caller: VendorPrincipal, data: ApplicationClientCreate
) -> ApplicationClientOut:
    """Create a client of the application that the call names, else of the default one. Only this response has
    its secret. Raises `ApplicationNotFound`, `IsClient`, `TooManyClients`, `DocumentRefused`."""
    parent = await applications.resolve_application(db, caller.client.application)
    if await ONE.first(db, parent.client_id):
        raise IsClient("A client cannot have clients of its own")
    await LOCK.run(db)
    if await COUNT.one(db, parent.id) >= MOST:
        raise TooManyClients(f"An application can have at most {MOST} clients")
    made = await create_client_application(db, data.client_name, data.redirect_urls)
    await ADD.run(db, made.id, parent.id, data.external_metadata, clock.now())
    event = ApplicationClientCreated(None, made.id, made.name)
    await announce_event(db, event, by=caller.actor)
    secret = await create_client_secret(db, caller, made.id)
    return ApplicationClientOut.from_row(await _require_client(db, made.client_id), secret)


async def change_client(
    db: Db, caller: VendorPrincipal, client_id: UUID, data: ApplicationClientChange
) -> ApplicationClientOut:
    """Raises `ApplicationClientNotFound`, `DocumentRefused`."""
    row = await _require_client(db, client_id)
    given = {"name": data.client_name, "redirect_uris": data.redirect_urls}
    made = await update_client(db, row.application_id, given)
    if data.external_metadata is not None:
        await DESCRIBE.run(db, row.application_id, data.external_metadata, clock.now())
    event = ApplicationClientChanged(None, made.id, made.name)
    await announce_event(db, event, by=caller.actor)
    return ApplicationClientOut.from_row(await _require_client(db, client_id))


async def delete_client(db: Db, caller: VendorPrincipal, client_id: UUID) -> None:
    """Its tokens are refused from now on. `ApplicationClientNotFound`."""
    row = await _require_client(db, client_id)
    await DELETE_APPLICATION.run(db, row.application_id)
    event = ApplicationClientDeleted(None, row.application_id, row.name)
    await announce_event(db, event, by=caller.actor)


async def _require_client(db: Db, client_id: UUID) -> ApplicationClient:
    row = await ONE.first(db, client_id)
    if row is None:
        raise ApplicationClientNotFound("The client was not found")
    return row
