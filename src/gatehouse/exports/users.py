"""Rows of one user in every table, rows that name the user without belonging to them, such as a seat, and
audit entries by and about them, all from one snapshot. Left out is what the export of the whole installation
leaves out: secrets, hashes, sealed values. Sessions are included, without their secrets."""

from collections.abc import AsyncIterator, Sequence
from typing import Any, LiteralString
from uuid import UUID

from gatehouse.audit.service import announce_event
from gatehouse.directory.users.service import get_user
from gatehouse.erasure.models import CatalogColumn
from gatehouse.exports.service import COLUMNS, LEFT_OUT, build_export_statement
from gatehouse.kit.db import Database, Db, Query, Scope
from gatehouse.kit.errors import Conflict
from gatehouse.kit.events import Actor, Event


class UserTooLargeToExport(Conflict, code="users.too_much_to_export"):
    """More than one answer holds."""


class PersonExportedByVendor(Event):
    """`rows`: how many lines it has."""

    event_name = "user.exported"
    severity = "High"
    text = "Exported data for {email} ({rows} rows)"
    user_id: UUID
    email: str
    rows: int


# Tables with rows of a user, by the referencing column.
OWNED = Query(
    CatalogColumn,
    """
    select c.relname::text as kind, a.attname::text as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and has_table_privilege(c.oid, 'select')
      and (a.attname in ('user_id', 'owner_id', 'requester_id') or (c.relname, a.attname) = ('users', 'id'))
    order by c.relname, a.attname
    """,
)

# Addresses and ids under which other rows name the user `$1`.
_NAMES: LiteralString = """
  select array_agg(lower(n.name)) from (
    select u.id::text as name from users u where u.id = $1
    union select u.email from users u where u.id = $1
    union select e.email from user_emails e where e.user_id = $1 and e.verified_at is not null
  ) n
"""
# Seats that tools hold for the user, at most `$2`, over all of their names.
SEATS = Query(
    str,
    f"""
    select json_build_object('table', 'license_seats', 'row', to_json(s))::text as line
    from license_seats s where lower(s.holder) = any (({_NAMES})::text[]) limit $2::bigint
    """,
)
# The other subject of a relation to the user is left out.
RELATIONS = Query(
    str,
    """
    select json_build_object('table', 'relation_assignments', 'row', case r.subject_key
      when $1::uuid::text then to_jsonb(r) else to_jsonb(r) - 'subject_key' end)::text as line
    from relation_assignments r where r.subject_key = $1::uuid::text or r.target_key = $1::uuid::text
    limit $2::bigint
    """,
)
# The user's own side only: the other account may belong to another user.
MERGES = Query(
    str,
    """
    select json_build_object('table', 'merge_requests', 'row', to_json(m))::text as line from (
      select id, 'goes' as side, goes_email as email, goes_name as name, goes_agreed_at as agreed_at,
        requested_at, expires_at, status, ended_at
      from merge_requests where goes_id = $1
      union all
      select id, 'stays', stays_email, stays_name, stays_agreed_at, requested_at, expires_at, status, ended_at
      from merge_requests where stays_id = $1
    ) m limit $2::bigint
    """,
)

# Audit entries by and about user `$1`, also under the ids of accounts merged into theirs, from tenants where
# they are or were a member and from no tenant; the oldest first, at most `$2`. There are none from before
# their row was created.
AUDITS = Query(
    str,
    """
    with ids as (
      select id, created_at from users where id = $1
      union all select former_id, created_at from former_people where user_id = $1
    ),
    u as (select array_agg(id) as ids, min(created_at) as created_at from ids having count(*) > 0),
    t as (
      select tenant_id from memberships where user_id = $1
      union select tenant_id from ended_memberships where user_id = $1
    ),
    found as (
      select a.* from u cross join t
      join audits a on a.tenant_id = t.tenant_id and a.created_at >= u.created_at
      where a.actor_user_id = any (u.ids) or a.data ->> 'user_id' = any (u.ids::text[])
      union all
      select a.* from u join audits a on a.tenant_id is null and a.created_at >= u.created_at
      where a.actor_user_id = any (u.ids) or a.data ->> 'user_id' = any (u.ids::text[])
    )
    select json_build_object('table', 'audits', 'row', to_json(found))::text as line
    from found order by created_at, id limit $2::bigint
    """,
)


MOST = 50_000
# Of no use elsewhere, but the user has a right to know where they were signed in.
TOLD = frozenset(
    {"api_tokens", "authenticators", "remembered_devices", "session_tenants", "sessions"}
)


async def export_user(db: Db, database: Database, by: Actor, user_id: UUID) -> list[str]:
    """One line for each row, `{"table": …, "row": {…}}`. `UserNotFound`, `UserTooLargeToExport`."""
    user = await get_user(db, user_id)
    await db.pause()
    lines = [line async for line in _read_lines_of_user(database, user_id)]
    event = PersonExportedByVendor(user.default_tenant_id, user_id, user.email, len(lines))
    await announce_event(db, event, by=by)
    return lines


async def _read_lines_of_user(database: Database, user_id: UUID) -> AsyncIterator[str]:
    left = MOST
    async with database.transaction(Scope.system()) as db:
        connection = db.connection or await db.open()
        await connection.execute("set transaction isolation level repeatable read, read only")
        for owned in await OWNED.all(db):
            table = owned.kind
            if table in LEFT_OUT - TOLD:
                continue
            columns = await COLUMNS.all(db, table)
            listed = build_export_statement(
                table, columns, f'where "{owned.name}" = $1 limit $2::bigint'
            )
            rows = await connection.fetch(listed, user_id, left + 1)
            left = _subtract_exported_rows(left, rows)
            for row in rows:
                yield row[0]
        for statement in (SEATS, RELATIONS, MERGES, AUDITS):
            lines = await statement.all(db, user_id, left + 1)
            left = _subtract_exported_rows(left, lines)
            for line in lines:
                yield line


def _subtract_exported_rows(left: int, rows: Sequence[Any]) -> int:
    if len(rows) > left:
        raise UserTooLargeToExport(f"The user has more than {MOST:,} rows")
    return left - len(rows)
