"""Databases of a test's own, for what would disturb the shared one."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import uuid4

import asyncpg

from gatehouse.kit.db import Database, Db, Scope


@asynccontextmanager
async def opened(database: Database, scope: Scope) -> AsyncIterator[Db]:
    """A transaction that is open already, for statements of a test's own."""
    async with database.transaction(scope) as db:
        await db.open()
        yield db


@asynccontextmanager
async def own_database(server_url: str, template: str = "gatehouse_template") -> AsyncIterator[str]:
    """The owner's URL of a fresh copy; `template1` is empty. Dropped at the end."""
    name = f"own_{uuid4().hex[:12]}"
    owner = await asyncpg.connect(server_url)
    try:
        await owner.execute(f"create database {name} template {template} strategy file_copy")
        yield server_url.replace("/postgres?", f"/{name}?")
    finally:
        await owner.execute(f"drop database if exists {name} with (force)")
        await owner.close()
