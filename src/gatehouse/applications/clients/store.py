"""OAuth clients are stored beside the vendor's applications, and are not part of its document, which neither
shows nor deletes them. Their metadata is validated like that of an application."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from pydantic import ValidationError

from gatehouse.applications.clients import queries
from gatehouse.applications.clients.errors import ApplicationClientNotFound
from gatehouse.identity.oauth.clients import THIRD_PARTY
from gatehouse.kit.crypto import random_id
from gatehouse.kit.db import Db
from gatehouse.vendor.application_section import ApplicationEntry, save_application
from gatehouse.vendor.applications import Application
from gatehouse.vendor.document.plan import DocumentRefused
from gatehouse.vendor.document.section import DocumentProblem

# No key of a document has a colon.
KEY = "client:{}"


async def take_turns(db: Db) -> None:
    """Block concurrent creation of clients until the transaction ends, because their number is limited."""
    await queries.LOCK.run(db)


async def make_client(db: Db, name: str, redirect_uris: Sequence[str]) -> Application:
    """Raises `DocumentRefused`."""
    entry = _check_entry({
        "client_id": random_id(),
        "name": name,
        "type": THIRD_PARTY,
        "platform": "agent",
        "redirect_uris": list(redirect_uris),
    })  # fmt: skip
    key = KEY.format(entry.client_id)
    await save_application(db, key, entry)
    return await queries.BY_KEY.one(db, key)


async def change_client(db: Db, application_id: UUID, given: Mapping[str, Any]) -> Application:
    """Change a client; None keeps a value. Raises `ApplicationClientNotFound`, `DocumentRefused`."""
    row = await queries.HOLD.first(db, application_id)
    if row is None:
        raise ApplicationClientNotFound("The client was not found")
    said = {name: value for name, value in given.items() if value is not None}
    known = {name: getattr(row, name) for name in ApplicationEntry.model_fields}
    await save_application(db, row.key, _check_entry(known | said))
    return await queries.BY_KEY.one(db, row.key)


def _check_entry(values: Mapping[str, Any]) -> ApplicationEntry:
    try:
        return ApplicationEntry.model_validate(values)
    except ValidationError as error:
        problems = [
            DocumentProblem.of_field(".".join(str(part) for part in one["loc"]), one)
            for one in error.errors()
        ]
        raise DocumentRefused(problems) from None
