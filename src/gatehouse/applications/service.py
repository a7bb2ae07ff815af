"""Applications by id; what changes goes through the document."""

import re
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from gatehouse.access.vendor import VendorPrincipal
from gatehouse.applications.errors import IsClient
from gatehouse.applications.schemas import ApplicationChange, ApplicationCreate, ApplicationOut
from gatehouse.configuration.service import lock_configuration
from gatehouse.kit.db import Db, Query
from gatehouse.vendor.applications import Application, ApplicationNotFound
from gatehouse.vendor.configuration.snapshot import read_snapshot

APPLICATIONS = "applications"

IS_CLIENT = Query(
    bool,
    "select exists (select from application_clients where application_id = $1) as is_client",
)


async def list_applications(db: Db, ids: Sequence[UUID] = ()) -> list[ApplicationOut]:
    """All, or those of these ids."""
    now = await read_snapshot(db)
    return [
        ApplicationOut.from_row(one, now.vendor.id)
        for one in now.applications
        if not ids or one.id in ids
    ]


async def get_application(db: Db, application_id: UUID | None = None) -> ApplicationOut:
    """The default one without an id."""
    for one in await list_applications(db):
        if one.id == application_id or (application_id is None and one.is_default):
            return one
    raise ApplicationNotFound("The application was not found")


async def resolve_application(db: Db, named: str | None) -> ApplicationOut:
    """Find an application by its id or client id, or the default one without a name. Raises
    `ApplicationNotFound`."""
    for one in await list_applications(db):
        if named in (str(one.id), str(one.client_id)) or (named is None and one.is_default):
            return one
    raise ApplicationNotFound("The application was not found")


async def create_application(
    db: Db, caller: VendorPrincipal, data: ApplicationCreate
) -> ApplicationOut:
    configuration = await lock_configuration(db, caller)
    known = (await read_snapshot(db)).applications
    key = _choose_free_key(data.name, {one.key for one in known})
    await configuration.change(_build_document_change(known, key, data.to_document_entry()))
    made = next(one for one in (await read_snapshot(db)).applications if one.key == key)
    return await get_application(db, made.id)


async def change_application(
    db: Db, caller: VendorPrincipal, application_id: UUID, data: ApplicationChange
) -> ApplicationOut:
    """Raises `ApplicationNotFound`, `IsClient`, `DocumentRefused`."""
    configuration = await lock_configuration(db, caller)
    await _refuse_client(db, application_id)
    known = (await read_snapshot(db)).applications
    key = _get_document_key(known, application_id)
    await configuration.change(_build_document_change(known, key, data.to_document_entry()))
    return await get_application(db, application_id)


async def delete_application(db: Db, caller: VendorPrincipal, application_id: UUID) -> None:
    """Its tokens are refused from now on. The default one stays. `ApplicationNotFound`, `IsClient`."""
    configuration = await lock_configuration(db, caller)
    await _refuse_client(db, application_id)
    key = _get_document_key((await read_snapshot(db)).applications, application_id)
    await configuration.change({"remove": {APPLICATIONS: [key]}})


async def _refuse_client(db: Db, application_id: UUID) -> None:
    """Clients are no part of the document."""
    if await IS_CLIENT.one(db, application_id):
        raise IsClient("This is a client of an application. Use the calls for clients.")


def _build_document_change(
    known: Sequence[Application], key: str, entry: dict[str, Any]
) -> dict[str, dict[str, Any]]:
    """A new default one takes the place of the old."""
    entries: dict[str, Any] = {key: entry}
    if entry.get("is_default"):
        was = next(one.key for one in known if one.is_default)
        entries = {was: {"is_default": False}, **entries}
    return {APPLICATIONS: entries}


def _get_document_key(known: Sequence[Application], application_id: UUID) -> str:
    for one in known:
        if one.id == application_id:
            return one.key
    raise ApplicationNotFound("The application was not found")


def _choose_free_key(name: str, taken: set[str]) -> str:
    wanted = re.sub(r"[^a-z0-9]+", "-", name.lower())[:80].strip("-") or "application"
    key, number = wanted, 2
    while key in taken:
        key, number = f"{wanted}-{number}", number + 1
    return key
