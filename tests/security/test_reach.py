"""A transaction sees its tenants' people and the caller's own rows, whatever the statement says.

Every table of the schema gets a row of another user; then the application's role looks for it.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest

from gatehouse.kit.db import Scope
from gatehouse.kit.db.database import APPLICATION_ROLE
from tests.databases import own_database

# Of no tenant or user: every process reads them for every caller.
NOBODYS = {
    "api_route_configuration": "the vendor's, in one row; whether its API is guarded",
    "applications": "the vendor's; its public part is told to every browser",
    "audit_sealed_until": "how far the blocks of the audit go, in one row; kept to the system",
    "audit_stream": "how far the audit was sent to a collector, in one row; kept to the system",
    "billing_prices": "what the vendor sells costs; told to every account",
    "captcha_policies": "the vendor's, in one row, with a sealed secret",
    "common_version": "a random number, in one row; which version all answers have in common",
    "sms_configurations": "the vendor's, in one row, with a sealed secret",
    "feature_flags": "the vendor's; told to every browser",
    "features": "the vendor's; told to every browser",
    "jwt_targeting": "the vendor's, in one row; which tokens say more",
    "locks": "empty: no row is left when its transaction ends",
    "mail_configurations": "the vendor's, in one row, with a sealed secret",
    "metadata": "the vendor's; what its portals look like",
    "permission_categories": "the vendor's catalogue",
    "permissions": "the vendor's catalogue",
    "pgqueuer_schedules": "when what every installation does is due",
    "pgqueuer_statistics": "how many jobs of each name ran",
    "plans": "the vendor's; told to every browser",
    "vendor_events": "the vendor's; told to every account",
    "schema_migrations": "which files were applied",
    "schema_objects": "which text each function, view, trigger and policy has",
    "social_providers": "the vendor's, with sealed secrets; the rest is told to every browser",
    "vendor": "the vendor's; its public part is told to every browser",
}

# By their type. What a check allows is left out: the copy of the schema has no checks.
VALUES: dict[str, Any] = {
    "boolean": "false",
    "bytea": "gen_random_uuid()::text::bytea",
    "bytea[]": "'{}'",
    "cidr": "'10.0.0.0/8'",
    "date": "current_date - (random() * 100000)::integer",
    "double precision": "0.5",
    "jsonb": "'{}'",
    "pgqueuer_status": "'queued'",
    "text": "gen_random_uuid()::text",
    "timestamp with time zone": "now()",
    "text[]": "'{}'",
    "timestamp with time zone[]": "'{}'",
    "uuid": "gen_random_uuid()",
    "uuid[]": "'{}'",
}
NUMBERS = ("bigint", "integer", "smallint")


@dataclass(frozen=True)
class Somebody:
    id: UUID
    tenant_id: UUID


@dataclass(frozen=True)
class Table:
    """`rows` are where the row of each person lies in it."""

    name: str
    rows: dict[Somebody, str]


class Look:
    """A copy of the schema: I, a colleague in my tenant, and a user in another one. Each of the two has a
    row in every table."""

    def __init__(self, owner: asyncpg.Connection, app: asyncpg.Connection) -> None:
        self.owner, self.app = owner, app
        tenant = uuid4()
        self.me, self.colleague = Somebody(uuid4(), tenant), Somebody(uuid4(), tenant)
        self.stranger = Somebody(uuid4(), uuid4())
        self.tables: list[Table] = []

    async def fill(self) -> None:
        # Neither triggers nor foreign keys.
        await self.owner.execute("set session_replication_role = replica")
        await self.owner.execute("drop function raise_versions() cascade")
        for table, name in await self.owner.fetch(
            "select conrelid::regclass::text, conname from pg_constraint where contype = 'c'"
            " and connamespace = 'public'::regnamespace and conislocal and not connoinherit"
            " and coninhcount = 0"
        ):
            await self.owner.execute(f'alter table {table} drop constraint "{name}"')
        names = await self.owner.fetch(
            "select relname from pg_class where relkind in ('r', 'p') and not relispartition"
            " and relnamespace = 'public'::regnamespace order by 1"
        )
        for (name,) in names:
            rows = {}
            if name not in NOBODYS:
                await self.owner.execute(f"delete from {name}")
                for one in (self.colleague, self.stranger):
                    rows[one] = await self._add(name, one)
            self.tables.append(Table(name, rows))
        await self._add("memberships", self.me)
        await self._add("users", self.me)

    async def _add(self, table: str, one: Somebody) -> str:
        columns = await self.owner.fetch(
            "select attname, format_type(atttypid, null), attnotnull, confrelid::regclass::text"
            " from pg_attribute a left join pg_constraint c"
            " on c.contype = 'f' and c.conrelid = a.attrelid and c.conkey = array[a.attnum]"
            " where attrelid = $1::regclass and attnum > 0 and not attisdropped"
            " and attgenerated = '' and attidentity = ''",
            table,
        )
        given = {
            name: _owner(table, name, names, one) or (_any(type_) if needed else "null")
            for name, type_, needed, names in columns
        }
        found: str = await self.owner.fetchval(
            f"insert into {table} ({', '.join(given)}) values ({', '.join(given.values())})"
            " returning tableoid::regclass || ' ' || ctid"
        )
        return found

    async def seen(self, scope: Scope, whose: Somebody) -> set[str]:
        """The tables of which the row of this person shows in that scope."""
        async with self.app.transaction():
            await self.app.execute(scope.statement)
            return {
                table.name
                for table in self.tables
                if table.rows and await self._shows(table.name, table.rows[whose])
            }

    async def _shows(self, table: str, place: str) -> bool:
        part, _, row = place.partition(" ")
        where = f"ctid = '{row}'::tid and tableoid = '{part}'::regclass"
        return bool(await self.app.fetchval(f"select exists (select from {table} where {where})"))


def _owner(table: str, column: str, names: str | None, one: Somebody) -> str | None:
    """Whose row it is, if this column says so."""
    if names == "tenants" or column == "tenant_id" or (table, column) == ("tenants", "id"):
        return f"'{one.tenant_id}'"
    if names == "users" or column in ("user_id", "owner_id") or (table, column) == ("users", "id"):
        return f"'{one.id}'"
    return None


def _any(type_: str) -> str:
    return "(random() * 1000000)::integer" if type_ in NUMBERS else str(VALUES[type_])


@pytest.fixture
async def look(server_url: str) -> AsyncIterator[Look]:
    async with own_database(server_url) as url:
        owner = await asyncpg.connect(url)
        app = await asyncpg.connect(url, server_settings={"role": APPLICATION_ROLE})
        found = Look(owner, app)
        await found.fill()
        yield found
        await app.close()
        await owner.close()


async def test_no_table_shows_rows_of_other_tenants_or_users(look: Look):
    filled = {table.name for table in look.tables if table.rows}
    assert {"users", "passwords", "profile_pictures", "sessions", "outgoing_messages"} <= filled
    assert await look.seen(Scope.system(), look.stranger) == filled
    for scope in (
        Scope.tenant(look.me.tenant_id, look.me.id),
        Scope.tenant(look.me.tenant_id),
        Scope.of_person(look.me.id),
        Scope(),
    ):
        assert await look.seen(scope, look.stranger) == set()
    # Each of them would have been noticed.
    mine = Scope.tenant(look.me.tenant_id, look.me.id)
    for table in filled:
        await look.owner.execute(f"alter table {table} disable row level security")
        assert await look.seen(mine, look.stranger) == {table}
        await look.owner.execute(f"alter table {table} enable row level security")


async def test_a_users_own_rows_are_invisible_to_colleagues(look: Look):
    colleague = look.colleague
    seen = await look.seen(Scope.tenant(look.me.tenant_id, look.me.id), colleague)
    with_a_tenant = {
        row[0]
        for row in await look.owner.fetch(
            "select attrelid::regclass::text from pg_attribute where attname = 'tenant_id'"
        )
    }
    assert seen - with_a_tenant == {"usernames", "users"}
    own = await look.seen(Scope.tenant(colleague.tenant_id, colleague.id), colleague)
    assert {"passwords", "profile_pictures", "authenticators", "phone_numbers"} <= own - seen
    # Without a tenant too: a user's own transaction sees the user's rows, and no others.
    assert {"passwords", "sessions", "users"} <= await look.seen(
        Scope.of_person(colleague.id), colleague
    )


async def test_no_view_shows_more_than_its_tables(look: Look):
    """Of other users; of a colleague's password only until when it is locked."""
    await look.owner.execute("update memberships set activated = true")
    await look.owner.execute("update passwords set locked_until = now()")
    views = [
        row[0]
        for row in await look.owner.fetch(
            "select relname from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace"
            " and has_table_privilege($1, oid, 'select')",
            APPLICATION_ROLE,
        )
    ]
    assert "password_locks" in views

    async def shown(scope: Scope, view: str) -> set[Somebody]:
        async with look.app.transaction():
            await look.app.execute(scope.statement)
            text = await look.app.fetchval(f"select string_agg(v::text, ' ') from {view} v") or ""
        return {one for one in (look.colleague, look.stranger) if str(one.id) in text}

    for view in views:
        assert look.stranger in await shown(Scope.system(), view), view
        assert look.stranger not in await shown(Scope.tenant(look.me.tenant_id), view), view
        assert await shown(Scope(), view) == set()
    assert await shown(Scope.tenant(look.me.tenant_id), "password_locks") == {look.colleague}
    rows = "select attname from pg_attribute where attrelid = 'password_locks'::regclass and attnum > 0"
    assert {row[0] for row in await look.owner.fetch(rows)} == {"user_id", "locked_until"}


async def test_members_of_groups_are_listed_within_the_scope_alone(look: Look):
    """By a function with the rights of the owner, who reads all users."""
    await look.owner.execute("update users set invisible = false")
    tenant_id = look.stranger.tenant_id
    group_id = await look.owner.fetchval(
        "select group_id from group_members where tenant_id = $1", tenant_id
    )

    async def listed(scope: Scope) -> list[tuple[int, bool]]:
        async with look.app.transaction():
            await look.app.execute(scope.statement)
            found = await look.app.fetch(
                "select number, users from gatehouse_list_group_members($1, array[$2::uuid], 10, 10)",
                tenant_id, group_id,
            )  # fmt: skip
        return [(row["number"], str(look.stranger.id) in row["users"]) for row in found]

    assert await listed(Scope.tenant(tenant_id)) == [(1, True)]
    assert await listed(Scope.system()) == [(1, True)]
    assert await listed(Scope.tenant(look.me.tenant_id)) == []
    assert await listed(Scope()) == []
