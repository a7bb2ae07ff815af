"""The rows of one person in every table, and what the audit says by and about them, all of one moment. Left
out is what the export of the whole installation leaves out: secrets, hashes, what is sealed. Their
sessions are told, without what opens them."""

from collections.abc import AsyncIterator, Sequence
from typing import Any
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.audit.actors import by_vendor
from gatehouse.audit.service import announce
from gatehouse.directory.users.service import get_user
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.management.export.service import COLUMNS, LEFT_OUT
from gatehouse.management.person_export import queries
from gatehouse.management.person_export.errors import TooMuchToExport
from gatehouse.management.person_export.events import PersonExportedByVendor

MOST = 50_000
# Of no use elsewhere, but where somebody has been signed in is theirs to know.
TOLD = frozenset(
    {"api_tokens", "authenticators", "remembered_devices", "session_tenants", "sessions"}
)


async def export(
    db: Db, database: Database, caller: VendorPrincipal, client: Client, user_id: UUID
) -> bytes:
    """One line for each row, `{"table": …, "row": {…}}`. `UserNotFound`, `TooMuchToExport`."""
    user = await get_user(db, user_id)
    await db.pause()
    lines = [line async for line in _lines(database, user_id)]
    event = PersonExportedByVendor(user.default_tenant_id, user_id, user.email, len(lines))
    await announce(db, event, by=by_vendor(caller, client))
    return "".join(f"{line}\n" for line in lines).encode()


async def _lines(database: Database, user_id: UUID) -> AsyncIterator[str]:
    left = MOST
    async with database.transaction(Scope.system()) as db:
        connection = db.connection or await db.open()
        await connection.execute("set transaction isolation level repeatable read, read only")
        for owned in await queries.OWNED.all(db):
            table = owned.kind
            if table in LEFT_OUT - TOLD:
                continue
            columns = await COLUMNS.all(db, table)
            rows = await connection.fetch(_statement(table, owned.name, columns), user_id, left + 1)
            left = _left(left, rows)
            for row in rows:
                yield row[0]
        audits = await queries.AUDITS.all(db, user_id, left + 1)
        _left(left, audits)
        for line in audits:
            yield line


def _left(left: int, rows: Sequence[Any]) -> int:
    if len(rows) > left:
        raise TooMuchToExport(f"There are more than {MOST:,} rows of this person")
    return left - len(rows)


def _statement(table: str, owner: str, columns: Sequence[str]) -> str:
    """Names come from the catalogue, never from outside."""
    listed = ", ".join(f'"{column}"' for column in columns)
    return (
        f"select json_build_object('table', '{table}', 'row', to_json(x))::text"
        f' from (select {listed} from "{table}" where "{owner}" = $1 limit $2::bigint) x'
    )
