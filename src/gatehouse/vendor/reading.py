"""The transaction of calls that everybody may make. The area below `access` knows no caller."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Depends, Request

from gatehouse.kit.db import Database, Db, Scope


async def _open(request: Request) -> AsyncIterator[Db]:
    database: Database = request.app.state.resources[Database]
    async with database.transaction(Scope()) as db:
        yield db


# No tenant's rows are visible in it.
PublicTransaction = Annotated[Db, Depends(_open, scope="function")]
