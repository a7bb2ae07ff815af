"""Every statement against the real schema, and every tenant-owned table behind its second lock."""

import types
import typing
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any
from uuid import UUID

import pytest
from pydantic import AwareDatetime

# Statements of commands, which the server does not load, are checked too.
import gatehouse.demo.queries
import gatehouse.imports.service  # noqa: F401
from gatehouse.kit.db import Database, Db, Query, Scope
from gatehouse.kit.lists import ListOf
from tests.databases import opened

PYTHON_TYPES = {
    "uuid": UUID,
    "text": str,
    "bool": bool,
    "int4": int,
    "int8": int,
    "timestamptz": datetime,
    "date": date,
    "bytea": bytes,
    "jsonb": dict,
    "json": str,
    "float8": float,
    "text[]": list,
    "int8[]": list,
    "uuid[]": list,
    "timestamptz[]": list,
    "bytea[]": list,
    "void": None,
}


def _accepts(annotation: object, python_type: object) -> bool:
    options = (
        typing.get_args(annotation)
        if typing.get_origin(annotation) in (typing.Union, types.UnionType)
        else (annotation,)
    )
    return any(
        option is typing.Any
        or option is python_type
        or typing.get_origin(option) is python_type
        or (python_type is dict and typing.get_origin(option) is list)
        or (option is AwareDatetime and python_type is datetime)
        or (typing.get_origin(option) is typing.Literal and python_type is str)
        for option in options
    )


def statements() -> Iterator[Query[Any]]:
    """Those that are written down, and those that lists compose."""
    yield from Query.all_queries
    for listed in ListOf.all_lists:
        yield from listed.list_every_statement()


async def test_every_statement_fits_the_schema(db: Db):
    assert len(Query.all_queries) > 8
    problems = []
    for query in statements():
        try:
            statement = await db.connection.prepare(query.sql)
        except Exception as error:
            problems.append(f"{error}: {query.sql[:120]}")
            continue
        if query.row is None:
            continue
        columns = {
            a.name: PYTHON_TYPES.get(a.type.name, a.type.name) for a in statement.get_attributes()
        }
        if query.fields is None:
            wanted = next(iter(columns.values()))
            if not _accepts(query.row, wanted):
                problems.append(f"{query.row} is not {wanted}: {query.sql[:120]}")
            continue
        hints = typing.get_type_hints(query.row)
        for name in query.fields:
            if name not in columns:
                problems.append(f"{query.row.__name__}.{name} is not selected: {query.sql[:120]}")
            elif not _accepts(hints[name], columns[name]):
                problems.append(f"{query.row.__name__}.{name} is {columns[name]}")
    assert not problems, "\n".join(problems)


async def _tenant_tables(db: Db) -> list[str]:
    rows = await db.connection.fetch(
        "select c.relname, c.relrowsecurity and c.relforcerowsecurity as locked"
        " from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'"
        " where c.relkind in ('r', 'p') and not c.relispartition"
        " and c.relnamespace = 'public'::regnamespace order by 1"
    )
    assert [row["relname"] for row in rows if not row["locked"]] == []
    return [row["relname"] for row in rows]


async def test_another_tenants_rows_are_invisible_without_a_where(
    world, db: Db, database: Database
):
    """As the application's role: a tenant sees at most its own rows of every table; no scope, none."""
    tables = await _tenant_tables(db)
    assert "memberships" in tables
    first, second = await world.person("Admin"), await world.person("Admin")
    for scope, allowed in [
        (Scope.tenant(first.tenant_id), {first.tenant_id, None}),
        (Scope.tenant(second.tenant_id), {second.tenant_id, None}),
        (Scope(), {None}),
    ]:
        async with opened(database, scope) as scoped:
            for table in tables:
                rows = await scoped.connection.fetch(f"select distinct tenant_id from {table}")
                assert {row["tenant_id"] for row in rows} <= allowed, table
    async with opened(database, Scope.tenant(first.tenant_id)) as scoped:
        seen = await scoped.connection.fetch("select tenant_id from memberships")
        assert {row["tenant_id"] for row in seen} == {first.tenant_id}


async def test_another_tenants_rows_cannot_be_written(world, database: Database):
    mine, theirs = await world.person("Admin"), await world.person("Admin")
    async with opened(database, Scope.tenant(mine.tenant_id)) as db:
        assert (
            await db.connection.execute("update memberships set is_disabled = false") == "UPDATE 1"
        )
    with pytest.raises(Exception, match="row-level security"):
        async with opened(database, Scope.tenant(mine.tenant_id)) as db:
            await db.connection.execute(
                "insert into organizations values ($1, $2, 'x', 'x@x.test', null, now())",
                mine.id, theirs.tenant_id,
            )  # fmt: skip


@pytest.mark.parametrize(
    "table", ["signing_keys", "refresh_tokens", "sign_in_attempts", "outgoing_messages"]
)
async def test_rows_of_no_tenant_are_invisible_in_the_scope_of_a_tenant(
    world, db, database: Database, table
):
    person = await world.person("Admin")
    await db.connection.execute(
        """
        with message as (
          insert into outgoing_messages (id, channel, recipient, created_at)
          values (gen_random_uuid(), 'mail', $2, now())
        ), attempt as (
          insert into sign_in_attempts (subject, address, updated_at)
          values (sha256($1::uuid::text::bytea), '', now())
        )
        insert into refresh_tokens (token_hash, session_id, created_at)
        values (sha256($1::uuid::text::bytea), $1, now())
        """,
        person.session_id, person.email,
    )  # fmt: skip
    count = f"select count(*) from {table}"
    assert await db.connection.fetchval(count) > 0
    for scope in (Scope(), Scope.tenant(person.tenant_id, person.id)):
        async with opened(database, scope) as scoped:
            assert await scoped.connection.fetchval(count) == 0


@pytest.mark.parametrize(
    ("scope", "role"), [(Scope(), "gatehouse_app"), (Scope.system(), "gatehouse_system")]
)
async def test_the_roles_own_nothing_and_bypass_nothing(database: Database, scope, role):
    async with opened(database, scope) as db:
        row = await db.connection.fetchrow(
            "select r.rolsuper, r.rolbypassrls, r.rolname, (select count(*) from pg_class c"
            " where c.relowner = r.oid) as owned from pg_roles r where rolname = current_user"
        )
    assert dict(row) == {
        "rolsuper": False, "rolbypassrls": False, "rolname": role, "owned": 0
    }  # fmt: skip


async def test_both_roles_have_the_same_rights(db: Db):
    """Row-level security alone tells them apart."""
    rights = """
        select c.relname::text as name, privilege_type, is_grantable
        from pg_class c cross join lateral aclexplode(c.relacl)
        where relnamespace = 'public'::regnamespace and grantee = $1::regrole
        union all
        select p.oid::regprocedure::text, privilege_type, is_grantable
        from pg_proc p cross join lateral aclexplode(p.proacl)
        where pronamespace = 'public'::regnamespace and grantee = $1::regrole
        union all
        select defaclobjtype::text, privilege_type, is_grantable
        from pg_default_acl cross join lateral aclexplode(defaclacl) where grantee = $1::regrole
        order by 1, 2
    """
    found = [
        await db.connection.fetch(rights, role) for role in ("gatehouse_app", "gatehouse_system")
    ]
    assert len(found[0]) > 500
    assert found[0] == found[1]


async def test_the_role_of_tenants_sees_no_more_for_being_allowed_to_act_as_the_other(
    database: Database,
):
    async with opened(database, Scope()) as db:
        row = await db.connection.fetchrow(
            "select pg_has_role('gatehouse_app', 'gatehouse_system', 'member') as may_act,"
            " pg_has_role('gatehouse_app', 'gatehouse_system', 'usage') as has_its_rights"
        )
    assert dict(row) == {"may_act": True, "has_its_rights": False}


async def test_no_index_is_of_what_row_level_security_keeps_it_from_answering(db: Db):
    """The database knows of `least` and `greatest` that they tell nothing of other rows, and not of
    `coalesce`: a condition on that is looked at row by row."""
    found = await db.connection.fetch(
        "select indexdef from pg_indexes where schemaname = 'public' and indexdef ilike '%coalesce(%'"
        " and indexdef not ilike '% where %coalesce(%'"
    )
    assert [row["indexdef"] for row in found] == []
