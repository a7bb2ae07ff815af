"""The vendor's brand, for the HTML that leaves. Read for each page, so a change shows at the next load."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated

import structlog
from fastapi import Depends

from gatehouse.kit.db import Database, Scope
from gatehouse.kit.resources import resource
from gatehouse.vendor.brand.service import Box, Brand, read_brand

log = structlog.get_logger()

PATIENCE_SECONDS = 2


async def find_brand(database: Database, box: Box) -> Brand | None:
    """None while the database cannot be asked: people still get a page, which says so."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS), database.transaction(Scope()) as db:
            return await read_brand(db, box)
    except Exception as error:  # noqa: BLE001  whatever it is, the page itself works
        log.warning("a page goes without its brand", error=type(error).__name__)
        return None


def _reader(box: Box) -> Callable[..., Awaitable[Brand | None]]:
    async def read(database: Annotated[Database, resource(Database)]) -> Brand | None:
        return await find_brand(database, box)

    return read


PortalBrand = Annotated[Brand | None, Depends(_reader("adminPortal"))]
LoginBrand = Annotated[Brand | None, Depends(_reader("loginBox"))]
