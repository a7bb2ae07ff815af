"""Which columns a statement reads, as PostgreSQL records them for the body of a function."""

from typing import Any

import asyncpg

from gatehouse.kit.db import Query

READ_BY_FUNCTION = """
with recursive read as (
  select d.refclassid, d.refobjid, d.refobjsubid from pg_depend d
  where d.classid = 'pg_proc'::regclass and d.objid = $1
  union
  select d.refclassid, d.refobjid, d.refobjsubid
  from read
  join pg_class c on read.refclassid = 'pg_class'::regclass and c.oid = read.refobjid and c.relkind = 'v'
  join pg_rewrite w on w.ev_class = c.oid
  join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid and d.refobjid <> c.oid
)
select 'column' as kind, c.relname as owner, a.attname as name, null::oid as oid
from read
join pg_class c on read.refclassid = 'pg_class'::regclass and c.oid = read.refobjid and c.relkind = 'r'
join pg_attribute a on a.attrelid = c.oid and a.attnum = read.refobjsubid and a.attnum > 0
union all
select 'table', c.relname, null, null
from read
join pg_class c on read.refclassid = 'pg_class'::regclass and c.oid = read.refobjid and c.relkind = 'r'
union all
select 'function', null, p.proname, p.oid
from read join pg_proc p on read.refclassid = 'pg_proc'::regclass and p.oid = read.refobjid
join pg_language l on l.oid = p.prolang and l.lanname = 'sql'
where p.pronamespace = 'public'::regnamespace and p.prosqlbody is null
"""
BODY = """
select pg_get_function_arguments(oid) as arguments, pg_get_function_result(oid) as result, prosrc
from pg_proc where oid = $1
"""
Columns = dict[str, set[str]]


async def find_read_columns(connection: asyncpg.Connection, query: Query[Any]) -> Columns:
    """Columns by table, also those that views and functions of the statement read."""
    statement = await connection.prepare(query.sql)
    arguments = ", ".join(one.name for one in statement.get_parameters())
    found: Columns = {}
    await _add_columns(connection, found, arguments, "setof record", query.sql)
    return found


async def _add_columns(
    connection: asyncpg.Connection, found: Columns, arguments: str, result: str, body: str
) -> None:
    transaction = connection.transaction()
    await transaction.start()
    try:
        body = body.strip().removesuffix(";")
        await connection.execute(
            f"create function pg_temp.reading({arguments}) returns {result} begin atomic {body}; end"
        )
        oid = await connection.fetchval("select 'pg_temp.reading'::regproc::oid")
        rows = await connection.fetch(READ_BY_FUNCTION, oid)
    finally:
        await transaction.rollback()
    for row in rows:
        if row["kind"] == "function":
            inner = await connection.fetchrow(BODY, row["oid"])
            await _add_columns(
                connection, found, inner["arguments"], inner["result"], inner["prosrc"]
            )
        elif row["kind"] == "table":
            found.setdefault(row["owner"], set())
        else:
            found.setdefault(row["owner"], set()).add(row["name"])
