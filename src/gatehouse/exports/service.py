"""Every table as JSON, one line a row, all read from one snapshot.

Left out is what only this installation can use: secrets, hashes of tokens, sealed values, sessions, jobs.
Password hashes are included on request, so that users can be imported elsewhere.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from typing import LiteralString

from gatehouse.kit.db import Database, Query, Scope

# Of no use elsewhere, or dangerous there.
LEFT_OUT = frozenset({
    "api_tokens", "action_tokens", "auth0_migrations", "authenticators", "authorization_codes",
    "captcha_solutions", "dpop_proofs", "external_sign_ins", "idempotency_keys", "magic_links",
    "one_time_codes", "outgoing_messages", "passwords", "password_history", "pending_sign_ins",
    "pushed_requests", "recovery_codes", "refresh_tokens", "remembered_devices", "roster",
    "roster_counts", "roster_search", "saml_answers", "session_tenants", "sessions",
    "sign_in_attempts", "signing_keys", "user_import_failures", "user_imports", "vendor_credentials",
    "webauthn_challenges",
})  # fmt: skip
OF_TOOLS = ("pgqueuer", "_yoyo", "yoyo", "pg_")
HIDDEN: LiteralString = "sealed|secret|token|_hash$|^hash$|password"

TABLES = Query(
    str,
    """
    select c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      and has_table_privilege(c.oid, 'select')
    order by c.relname
    """,
)
COLUMNS = Query(
    str,
    f"""
    select column_name::text as name from information_schema.columns
    where table_schema = 'public' and table_name = $1 and column_name !~ '{HIDDEN}'
      and data_type <> 'bytea'
      -- Of a license that a version before has made, in the clear until a job has sealed it.
      and (table_name, column_name) <> ('licenses', 'key')
    order by ordinal_position
    """,
)
AT_ONCE = 1000
Told = Callable[[str, int], None]


async def export_every_table(
    database: Database, told: Told, *, passwords: bool
) -> AsyncIterator[str]:
    """Lines of `{"table": …, "row": {…}}`; `told` receives the number of rows after each table."""
    async with database.transaction(Scope.system()) as db:
        connection = db.connection or await db.open()
        await connection.execute("set transaction isolation level repeatable read, read only")
        for table in await TABLES.all(db):
            if table in LEFT_OUT and not (passwords and table == "passwords"):
                continue
            if table.startswith(OF_TOOLS):
                continue
            named = ["user_id", "hash", "changed_at"] if table == "passwords" else None
            columns = named or await COLUMNS.all(db, table)
            statement = build_export_statement(table, columns)
            count = 0
            async for record in connection.cursor(statement, prefetch=AT_ONCE):
                count += 1
                yield record[0]
            told(table, count)


def build_export_statement(table: str, columns: Sequence[str], rest: str = "") -> str:
    """The statement that returns each row as `{"table": …, "row": {…}}`; `rest` is the SQL after the table
    name. Names come from the catalogue, never from outside."""
    listed = ", ".join(f'"{column}"' for column in columns)
    return (
        f"select json_build_object('table', '{table}', 'row', to_json(x))::text"
        f' from (select {listed} from "{table}" {rest}) x'
    )
