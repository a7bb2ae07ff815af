"""Applications get secrets."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.applications.credentials import queries
from gatehouse.applications.credentials.events import (
    ApplicationSecretMade,
    ApplicationSharedSecretMade,
)
from gatehouse.applications.service import get_application
from gatehouse.audit.actors import by_vendor
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token, token_hash
from gatehouse.kit.db import Db

SHOWN = 4
HIDDEN = "\N{BULLET}" * 8


async def make_secret(db: Db, caller: VendorPrincipal, client: Client, application_id: UUID) -> str:
    """Create a new secret; the previous one is no longer valid. Raises `ApplicationNotFound`."""
    application = await get_application(db, application_id)
    secret = await store_secret(db, application_id)
    event = ApplicationSecretMade(None, application_id, application.name)
    await announce_event(db, event, by=by_vendor(caller, client))
    return secret


async def store_secret(db: Db, application_id: UUID) -> str:
    secret = new_token()
    await queries.SAVE.run(db, application_id, token_hash(secret), secret[-SHOWN:], clock.now())
    return secret


async def make_shared_secret(
    db: Db, caller: VendorPrincipal, client: Client, application_id: UUID
) -> str:
    """Create the secret with which the application's backend proves the address that users call from. The
    previous one is no longer accepted. Raises `ApplicationNotFound`."""
    application = await get_application(db, application_id)
    secret = new_token()
    await queries.SAVE_SHARED.run(
        db, application_id, token_hash(secret), secret[-SHOWN:], clock.now()
    )
    event = ApplicationSharedSecretMade(None, application_id, application.name)
    await announce_event(db, event, by=by_vendor(caller, client))
    return secret


async def hints_of(db: Db, application_id: UUID) -> tuple[str, str]:
    """Masked secret and shared secret. Raises `ApplicationNotFound`."""
    await get_application(db, application_id)
    own = await queries.HINT.first(db, application_id)
    return mask_secret(own), mask_secret(await queries.SHARED_HINT.first(db, application_id))


def mask_secret(hint: str | None) -> str:
    """The secret as it is displayed later; empty if there is none."""
    return HIDDEN + hint if hint else ""
