"""Reads that may be slightly stale, for a page that only displays them.

The caller and its permissions are always read from the primary. Only the statements that are given one of
these units of work go to the standby, and only for a page of this product whose browser has not just made a
change (`kit.own_changes`). A program has no such mark, and one that creates something and then lists it, as
infrastructure code does, must find it: its calls are answered by the primary.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import Depends, Request

from gatehouse.access.guard import GuardedCall, Transaction
from gatehouse.access.session_caller import find_active_caller
from gatehouse.access.vendor import VendorTransaction
from gatehouse.kit.db import Database, Db
from gatehouse.kit.db.replica_reads import read_from_replica
from gatehouse.kit.db.standby import Standby
from gatehouse.kit.own_changes import has_no_recent_change


def find_standby(request: Request) -> Standby | None:
    """The one that may answer this call; None where there is none, or the primary has to."""
    database: Database = request.app.state.resources[Database]
    if database.standby is None or not has_no_recent_change(request.scope, request.cookies):
        return None
    return database.standby


@asynccontextmanager
async def open_lagging_statement(request: Request, call: GuardedCall) -> AsyncIterator[Db]:
    """For one statement that reads as the caller, whose permission was checked. A replica that does not know
    the caller yet does not know what the caller may have just seen, and the primary is read."""
    standby = find_standby(request)
    if standby is None:
        async with call.statement() as db:
            yield db
    else:
        async with call.transaction() as primary, read_from_replica(primary, standby) as db:
            yield primary if await find_active_caller(db, call.proof) is None else db


async def _replica_transaction(request: Request, db: Transaction) -> AsyncIterator[Db]:
    async with read_from_replica(db, find_standby(request)) as lagging:
        yield lagging


async def _vendor_replica_transaction(request: Request, db: VendorTransaction) -> AsyncIterator[Db]:
    async with read_from_replica(db, find_standby(request)) as lagging:
        yield lagging


# In place of `Transaction`: the caller's own scope.
LaggingTransaction = Annotated[Db, Depends(_replica_transaction, scope="function")]

# In place of `VendorTransaction`; the caller is still checked.
VendorLaggingTransaction = Annotated[Db, Depends(_vendor_replica_transaction, scope="function")]
