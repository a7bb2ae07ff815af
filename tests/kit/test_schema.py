"""Every statement against the real schema, and every tenant-owned table behind its second lock."""

import dataclasses
import re
import sys
import types
import typing
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any
from uuid import UUID

import pytest

# Statements of commands, which the server does not load, are checked too.
import gatehouse.demo.queries
import gatehouse.imports.queries  # noqa: F401
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
        or (typing.get_origin(option) is typing.Literal and python_type is str)
        for option in options
    )


def statements() -> Iterator[Query[Any]]:
    """Those that are written down, and those that lists compose."""
    yield from Query.all_queries
    for listed in ListOf.all_lists:
        yield from listed.every()


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
        for field in dataclasses.fields(query.row):
            if field.name not in columns:
                problems.append(
                    f"{query.row.__name__}.{field.name} is not selected: {query.sql[:120]}"
                )
            elif not _accepts(hints[field.name], columns[field.name]):
                problems.append(f"{query.row.__name__}.{field.name} is {columns[field.name]}")
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
async def test_what_is_nobodys_shows_in_no_tenants_scope(world, db, database: Database, table):
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


async def test_the_application_role_owns_nothing_and_bypasses_nothing(database: Database):
    async with opened(database, Scope()) as db:
        row = await db.connection.fetchrow(
            "select r.rolsuper, r.rolbypassrls, r.rolname, (select count(*) from pg_class c"
            " where c.relowner = r.oid) as owned from pg_roles r where rolname = current_user"
        )
    assert dict(row) == {
        "rolsuper": False, "rolbypassrls": False, "rolname": "gatehouse_app", "owned": 0
    }  # fmt: skip


async def test_no_index_is_of_what_row_level_security_keeps_it_from_answering(db: Db):
    """The database knows of `least` and `greatest` that they tell nothing of other rows, and not of
    `coalesce`: a condition on that is looked at row by row."""
    found = await db.connection.fetch(
        "select indexdef from pg_indexes where schemaname = 'public' and indexdef ilike '%coalesce(%'"
        " and indexdef not ilike '% where %coalesce(%'"
    )
    assert [row["indexdef"] for row in found] == []


def _names() -> dict[int, str]:
    """Where each statement is written: `area.module.NAME`."""
    return {
        id(value): f"{name.removeprefix('gatehouse.')}.{key}"
        for name, module in list(sys.modules.items())
        if name.startswith("gatehouse.")
        for key, value in vars(module).items()
        if isinstance(value, Query)
    }


# By what else a statement finds its rows, and why that is enough.
WITHOUT_A_TENANT = {
    "access.signing_keys.DELETE_KEYS_BEFORE": "whether any tenant's token needs the key",
    "audit.chain.queries.FORGET": "housekeeping of every tenant",
    "access.vendor.STAFF": "the session of one of the vendor's own people, in any tenant",
    "access.token_use.NOTE": "the id of a token that was verified",
    "billing.accounts.queries.OF_CUSTOMER": "a provider's event names the customer; a system job",
    "connectivity.messages.queries.FORGET": "housekeeping of every tenant",
    "connectivity.messages.queries.OLDEST": "housekeeping of every tenant",
    "connectivity.notifications.queries.FORGET": "housekeeping of every tenant",
    "connectivity.notifications.queries.OLDEST": "housekeeping of every tenant",
    "connectivity.triggers.queries.FORGET": "housekeeping of every tenant",
    "connectivity.triggers.queries.OLDEST": "housekeeping of every tenant",
    "connectivity.webhooks.log.queries.FORGET": "housekeeping of every tenant",
    "connectivity.webhooks.log.queries.OLDEST": "housekeeping of every tenant",
    "audit.queries.TIMEZONE": "the tenant's own id",
    "demo.queries.AGE_TENANT": "the tenant's own id",
    "directory.api_tokens.queries.OLDEST_TO_FORGET": "housekeeping of every tenant",
    "directory.people.invite_links.queries.FORGET": "housekeeping of every tenant",
    "directory.people.invite_links.queries.OLDEST_TO_FORGET": "housekeeping of every tenant",
    "identity.approvals.queries.FORGET": "housekeeping of every tenant",
    "identity.approvals.queries.OLDEST": "housekeeping of every tenant",
    "management.audit_retention.queries.CHANGE": "the tenant's own id",
    "management.approval_flows.queries.COUNT": "the vendor: of every account",
    "management.approval_flows.queries.DELETE": "the vendor: by its id",
    "identity.sso.test_login.queries.FORGET": "housekeeping of every tenant",
    "identity.sso.test_login.queries.OLDEST_TO_FORGET": "housekeeping of every tenant",
    "identity.sso.answers.queries.FORGET": "housekeeping of every tenant",
    "identity.sso.answers.queries.OLDEST_TO_FORGET": "housekeeping of every tenant",
    "directory.tenants.queries.ADD_TENANT": "makes the tenant",
    "directory.tenants.queries.TENANT": "the tenant's own id",
    "directory.tenants.queries.LOCK_TENANT": "the tenant's own id",
    "directory.tenants.queries.LOCK_TREE": "the tenant's own id",
    "directory.tenants.queries.SOME_BELOW": "below the tenant's own id",
    "licensing.differences.queries.COUNT_NOTED": "the vendor: of every account",
    "licensing.differences.queries.COUNT_RESOLVED": "the vendor: of every account",
    "licensing.differences.queries.COUNT_WAITING": "the vendor: of every account",
    "licensing.differences.queries.WATCHED": "the vendor: of every account",
    "management.audit_log.queries.SEALED": "the vendor: the blocks of every account",
    "management.person_erasure.queries.DROP_MESSAGES": "whoever is erased, in any tenant",
    "management.person_erasure.queries.DROP_SESSIONS": "whoever is erased, in any tenant",
    "management.person_erasure.queries.EMPTY_SESSIONS": "whoever is erased, in any tenant",
    "management.person_erasure.queries.ENTRIES": "whoever is erased, in any tenant",
    "management.person_erasure.queries.PLACE": "whoever is erased, in any tenant",
    "management.person_erasure.queries.UNNAME_INVITER": "whoever is erased, in any tenant",
    "management.person_erasure.queries.UNNAME_TENANTS": "whoever is erased, in any tenant",
    "management.person_export.queries.SEATS": "what tools hold in a person's name, in any tenant",
    "management.overview.queries.DAYS": "the vendor: what happened in every account",
    "management.overview.queries.KEEP_DAY": "the vendor: what happened in every account",
    "management.overview.queries.PAID": "the vendor: what every account paid",
    "management.overview.queries.TOTALS": "the vendor: how many there are of each",
    "management.hierarchy.queries.LEVELS": "the vendor: below the path of an account",
    "management.hierarchy.queries.MOVE": "the vendor: an account and those below its path",
    "management.tenant_standing.queries.RESUME": "the vendor: an account and those below its path",
    "management.tenant_standing.queries.SUSPEND": "the vendor: an account and those below its path",
    "management.tenant_standing.queries.AT_OR_BELOW": "below the path of an account; a system job",
    "directory.sub_accounts.queries.RENAME": "an account that was found below the caller's",
    "directory.sub_accounts.queries.SET_RESELLER": "an account that was found below the caller's",
    "directory.sub_accounts.queries.SET_ACCESS": "an account that was found below the caller's",
    "directory.sub_accounts.deletion.queries.FOLLOW_PARENT": "the vendor: below the path of an account",
    "directory.sub_accounts.deletion.queries.ERASE_DETAILS": "what was deleted; a system job",
    "management.deleted_tenants.queries.BELOW": "the vendor: below the path of an account",
    "management.tenant_standing.queries.PATH": "an account's own id; a system job",
    "directory.users.queries.FORGET_USER": "belongs to none; a system job",
    "identity.impersonation.queries.END_OF_STAFF": "what one of the staff does in any account",
    "identity.action_tokens.queries.OWNER": "finds a link by its token: of a person, not of a tenant",
    "identity.action_tokens.queries.FORGET": "housekeeping of every tenant",
    "identity.action_tokens.queries.OLDEST_TO_FORGET": "housekeeping of every tenant",
    "identity.email_addresses.queries.END_LINKS": "a person's own, in any tenant",
    "identity.email_addresses.queries.KEEP_INVITED": "a person's own, in any tenant",
    "management.user_import.queries.TENANTS": "the tenants' own ids",
    "management.vendor_only.queries.KNOWN_ROLES": "looked at again in each account",
    "management.users.queries.ACTIVATE": "a person's own, in any tenant",
    "billing.reading.queries.IS_DELETED": "the account itself, by its id",
    "management.merge_requests.moving_queries.KEEP_ENDED": "a person's own sessions, in any tenant",
    "identity.oauth.consents.queries.END_SESSIONS": "a person's own sessions, in any tenant",
    "identity.oauth.queries.OWNER_OF": "the session of a verified token",
    "identity.oauth.queries.PEOPLE_OF": "the sessions of a browser's own cookies",
    "identity.oauth.queries.PARENT_OF": "the session of a verified token",
    "identity.oauth.queries.END_OLD_GRANTS": "below a person's own session",
    "identity.oauth.queries.END_GRANT": "a session whose token or code was shown",
    "identity.sso.openid_logout.queries.FORGET_TOKENS": "housekeeping of every tenant",
    "identity.ownership.queries.FORGET_BEFORE_PROOF": "a person's own, in any tenant",
    "identity.ownership.queries.FORGET_STRANGER": "a person's own, in any tenant",
    "identity.new_places.queries.SESSION_OF_LINK": "finds a session by the token of a link",
    "identity.new_places.queries.NEW_SESSION": "a session of this user, in whichever tenant it is by now",
    "identity.new_places.queries.SINCE": "sessions of this user in all tenants",
    "identity.ownership.queries.LOCK_TENANTS": "the tenants' own ids",
    "directory.users.queries.VERIFY_USER": "a user's own sign-ups, in any tenant",
    "identity.sessions.queries.ABOVE": "a person's own session",
    "identity.sessions.queries.END_ALL": "a person's own sessions, in any tenant",
    "identity.sessions.queries.END_ONE": "a person's own session",
    "identity.sessions.queries.END_REPLACED": "a person's own session",
    "identity.sessions.queries.WHY_ENDED": "a session whose token was shown",
    "identity.sessions.queries.OLDEST_TO_FORGET": "housekeeping of every tenant",
    "kit.external_ids.EXTERNAL": "names the tenants by their ids, whichever an answer names",
    "licensing.issued.queries.TAKEN": "references and keys are unique over all tenants; for the vendor",
    "licensing.licenses.shown.SHOWN_LATELY": "the caller's own session, whose id the token has",
    "licensing.machine.queries.FORGET_USAGE": "housekeeping of every tenant",
    "licensing.machine.queries.OLDEST_USAGE": "housekeeping of every tenant",
    "probes.queries.WEBHOOKS": "how many wait, of every tenant",
    "identity.sign_in.queries.PENDING": "a person's own session",
    "licensing.scheduled.queries.DUE": "whose period ends, of every tenant; a system job",
    "licensing.purchases.queries.SUSPECT_BUYER": "a provider's fact names the buyer; a system job",
    "licensing.purchases.queries.LET_SEATS_GO": "of one organization, once it was read; a system job",
    "audit.chain.queries.DIGESTS": "entries of every tenant in which somebody is erased; a system job",
    "audit.chain.queries.FORGET_RECORDS": "housekeeping of every tenant",
    "management.imports.queries.ROLE_IDS": "an id that a role of any tenant has is not used again",
    "audit.chain.queries.RECORDS": "those of entries of one tenant, which are named",
    "usage.queries.ZONES": "the accounts' own ids",
    "licensing.purchases.queries.CUSTOMER_OF": "a provider's fact names the buyer; a system job",
}


async def test_statements_on_tenant_tables_name_the_tenant(db: Db):
    """The first lock: a statement that reads or changes a tenant-owned table says which tenant."""
    tables = await _tenant_tables(db)
    pattern = re.compile(rf"\b({'|'.join([*tables, 'memberships_in_force'])})\b")
    names = _names()
    without = {
        names[id(query)]
        for query in Query.all_queries
        if id(query) in names
        and pattern.search(re.sub(r"'[^']*'", "", query.sql))
        and "tenant_id" not in query.sql
    }
    assert sorted(without ^ set(WITHOUT_A_TENANT)) == []
    for listed in ListOf.all_lists:
        for query in listed.every():
            assert "tenant_id" in query.sql or not pattern.search(query.sql), query.sql
