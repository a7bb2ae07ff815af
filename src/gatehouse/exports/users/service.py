"""Rows of one user in every table, rows that name the user without belonging to them, such as a seat, and
audit entries by and about them, all from one snapshot. Left out is what the export of the whole installation
leaves out: secrets, hashes, sealed values. Sessions are included, without their secrets."""

from collections.abc import AsyncIterator, Sequence
from typing import Any
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.audit.actors import by_vendor
from gatehouse.audit.service import announce_event
from gatehouse.directory.users.service import get_user
from gatehouse.exports.service import COLUMNS, LEFT_OUT, as_lines
from gatehouse.exports.users import queries
from gatehouse.exports.users.errors import UserTooLargeToExport
from gatehouse.exports.users.events import PersonExportedByVendor
from gatehouse.kit.db import Database, Db, Scope

MOST = 50_000
# Of no use elsewhere, but the user has a right to know where they were signed in.
TOLD = frozenset(
    {"api_tokens", "authenticators", "remembered_devices", "session_tenants", "sessions"}
)


async def export_user(
    db: Db, database: Database, caller: VendorPrincipal, client: Client, user_id: UUID
) -> list[str]:
    """One line for each row, `{"table": …, "row": {…}}`. `UserNotFound`, `UserTooLargeToExport`."""
    user = await get_user(db, user_id)
    await db.pause()
    lines = [line async for line in _export_lines(database, user_id)]
    event = PersonExportedByVendor(user.default_tenant_id, user_id, user.email, len(lines))
    await announce_event(db, event, by=by_vendor(caller, client))
    return lines


async def _export_lines(database: Database, user_id: UUID) -> AsyncIterator[str]:
    left = MOST
    async with database.transaction(Scope.system()) as db:
        connection = db.connection or await db.open()
        await connection.execute("set transaction isolation level repeatable read, read only")
        for owned in await queries.OWNED.all(db):
            table = owned.kind
            if table in LEFT_OUT - TOLD:
                continue
            columns = await COLUMNS.all(db, table)
            listed = as_lines(table, columns, f'where "{owned.name}" = $1 limit $2::bigint')
            rows = await connection.fetch(listed, user_id, left + 1)
            left = _rows_left(left, rows)
            for row in rows:
                yield row[0]
        for statement in (queries.SEATS, queries.RELATIONS, queries.MERGES, queries.AUDITS):
            lines = await statement.all(db, user_id, left + 1)
            left = _rows_left(left, lines)
            for line in lines:
                yield line


def _rows_left(left: int, rows: Sequence[Any]) -> int:
    if len(rows) > left:
        raise UserTooLargeToExport(f"There are more than {MOST:,} rows of this person")
    return left - len(rows)
