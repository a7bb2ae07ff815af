"""A vendor's backend: a credential and the token that it was given."""

import tomllib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx

from gatehouse.configuration.service import apply_document, show_document
from gatehouse.kit import clock
from gatehouse.kit.db import Command, Database, Scope
from gatehouse.vendor.configuration.live import VendorConfiguration
from gatehouse.vendor_access.credentials import MadeCredential, create_credential
from tests.world import World

UNSET_LIFETIMES = Command("update applications set access_token_seconds = null")


@dataclass(frozen=True)
class Backend:
    credential: MadeCredential
    http: httpx.AsyncClient
    token: str


async def new_backend(world: World, permissions: Sequence[str] | None = None) -> Backend:
    made = await create_credential(world.resources[Database], "Test backend", permissions)
    http = world.new_client()
    answer = await http.post(
        "/auth/vendor/", json={"clientId": str(made.client_id), "secret": made.secret}
    )
    assert answer.status_code == 200, answer.text
    assert answer.json()["expiresIn"] == 3600
    token: str = answer.json()["token"]
    http.headers["x-access-token"] = token
    return Backend(made, http, token)


@asynccontextmanager
async def restored_backend(world: World) -> AsyncIterator[Backend]:
    """Afterwards the configuration is again as it was."""
    database = world.resources[Database]
    before = await show_document(database)
    try:
        yield await new_backend(world)
    finally:
        clock.reset_clock()  # what is undone is not of a day to come
        now = await show_document(database)
        if now != before:
            await apply_document(database, _undone(before, now))
            # A document leaves a missing field of an application as it is.
            async with database.transaction(Scope.system()) as db:
                await UNSET_LIFETIMES.run(db)
        await world.resources[VendorConfiguration].load()


def _undone(before: str, now: str) -> str:
    was, is_now = tomllib.loads(before), tomllib.loads(now)
    new = {name: [key for key in is_now[name] if key not in was[name]] for name in is_now}
    # Fields that were unset count as new keys of their one entry.
    return before + "\n[remove]\n" + "\n".join(f"{name} = {keys!r}" for name, keys in new.items())
