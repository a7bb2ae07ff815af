"""Applications get secrets."""

from typing import LiteralString
from uuid import UUID

from gatehouse.access.vendor import VendorPrincipal
from gatehouse.applications.events import ApplicationSecretMade, ApplicationSharedSecretMade
from gatehouse.applications.service import get_application
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token, token_hash
from gatehouse.kit.db import Command, Db, Query
from gatehouse.kit.schemas import Wire

_VALUES: LiteralString = """
  (application_id, secret_hash, hint, created_at) values ($1, $2, $3, $4)
  on conflict (application_id) do update set secret_hash = $2, hint = $3, created_at = $4
"""
SAVE = Command(f"insert into application_secrets {_VALUES}")
SAVE_SHARED = Command(f"insert into application_shared_secrets {_VALUES}")
HINT = Query(str, "select hint from application_secrets where application_id = $1")
SHARED_HINT = Query(str, "select hint from application_shared_secrets where application_id = $1")


class MadeClientSecret(Wire):
    """Shown whole in this answer only."""

    client_secret: str


class MadeSharedSecret(Wire):
    """Shown whole in this answer only."""

    shared_secret: str


class ApplicationCredentials(Wire):
    """The last letters of each, or nothing where there is none."""

    client_secret: str
    shared_secret: str


class ApplicationCredentialsOf(Wire):
    app_id: UUID


SHOWN = 4
HIDDEN = "\N{BULLET}" * 8


async def create_client_secret(db: Db, caller: VendorPrincipal, application_id: UUID) -> str:
    """Create a new secret; the previous one is no longer valid. Raises `ApplicationNotFound`."""
    return await _replace_secret(db, caller, application_id, SAVE, ApplicationSecretMade)


async def store_new_secret(db: Db, application_id: UUID, save: Command = SAVE) -> str:
    secret = new_token()
    await save.run(db, application_id, token_hash(secret), secret[-SHOWN:], clock.now())
    return secret


async def create_shared_secret(db: Db, caller: VendorPrincipal, application_id: UUID) -> str:
    """Create the secret with which the application's backend proves the address that users call from. The
    previous one is no longer accepted. Raises `ApplicationNotFound`."""
    return await _replace_secret(
        db, caller, application_id, SAVE_SHARED, ApplicationSharedSecretMade
    )


async def _replace_secret(
    db: Db,
    caller: VendorPrincipal,
    application_id: UUID,
    save: Command,
    event: type[ApplicationSecretMade | ApplicationSharedSecretMade],
) -> str:
    application = await get_application(db, application_id)
    secret = await store_new_secret(db, application_id, save)
    await announce_event(db, event(None, application_id, application.name), by=caller.actor)
    return secret


async def read_secret_hints(db: Db, application_id: UUID) -> tuple[str, str]:
    """Masked secret and shared secret. Raises `ApplicationNotFound`."""
    await get_application(db, application_id)
    own = await HINT.first(db, application_id)
    return mask_secret(own), mask_secret(await SHARED_HINT.first(db, application_id))


def mask_secret(hint: str | None) -> str:
    """The secret as it is displayed later; empty if there is none."""
    return HIDDEN + hint if hint else ""
