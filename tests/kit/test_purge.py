"""What is old goes in steps, and says how far behind it is."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from prometheus_client import REGISTRY

from gatehouse.identity.action_tokens.service import EXPIRED_LINKS
from gatehouse.identity.passwords.jobs import OLD_ATTEMPTS
from gatehouse.identity.sessions.service import ENDED_SESSIONS
from gatehouse.kit import clock, purge
from gatehouse.kit.db import Command, Database, Db, Query, Scope
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.purge import PURGES, Purge
from gatehouse.providers.outgoing import OLD_MESSAGES
from tests.databases import opened

ROWS = {
    "sessions": """
        insert into sessions (
          id, user_id, tenant_id, created_at, last_used_at, expires_at, auth_time, retention_from)
        select gen_random_uuid(), $1, $2, $3, $3, $3, $3, $3 from generate_series(1, $4)""",
    "action_tokens": """
        insert into action_tokens (token_hash, purpose, user_id, tenant_id, expires_at, created_at)
        select sha256(gen_random_uuid()::text::bytea), 'invite', $1, $2, $3, $3
        from generate_series(1, $4)""",
    "sign_in_attempts": """
        insert into sign_in_attempts (subject, address, updated_at)
        select sha256(gen_random_uuid()::text::bytea), $1::uuid::text || $2::uuid::text, $3
        from generate_series(1, $4)""",
    "outgoing_messages": """
        insert into outgoing_messages (id, channel, recipient, created_at)
        select gen_random_uuid(), 'mail', $1::uuid::text || $2::uuid::text, $3
        from generate_series(1, $4)""",
}
EVERY_PURGE = tuple(PURGES.load_items())
TRIED = {one.name: one for one in (ENDED_SESSIONS, EXPIRED_LINKS, OLD_ATTEMPTS, OLD_MESSAGES)}


def _behind(name: str) -> float:
    value = REGISTRY.get_sample_value("gatehouse_purge_behind_seconds", {"rows": name})
    assert value is not None
    return value


@pytest.mark.parametrize("name", TRIED)
async def test_old_rows_go_in_steps_and_young_ones_stay(
    world, db, database, resources, monkeypatch, name
):
    monkeypatch.setattr(purge, "STEP", 10)
    person = await world.person()
    kept = TRIED[name].kept_for
    old, young = clock.now() - kept - timedelta(hours=5), clock.now() - kept + timedelta(hours=1)
    await db.connection.execute(ROWS[name], person.id, person.tenant_id, old, 35)
    await db.connection.execute(ROWS[name], person.id, person.tenant_id, young, 5)
    count = f"select count(*) from {name}"
    before = await db.connection.fetchval(count)
    context = JobContext(database, resources, 0, 1, last_attempt=True)
    steps = []
    delete_step = Purge.delete_step

    async def counted(self, own, *arguments):
        steps.append(await delete_step(self, own, *arguments))
        return steps[-1]

    monkeypatch.setattr(Purge, "delete_step", counted)
    deleted = await TRIED[name].run(context)
    assert deleted >= 35
    assert max(step.seen for step in steps) <= 10
    assert before - await db.connection.fetchval(count) == deleted
    assert _behind(name) == 0


# As where much hangs on each row, and on no other row of the table.
SLOW = Command(
    """
    delete from metadata where $1::timestamptz is not null and entity_name in (
      select entity_name from (
        select entity_name, pg_sleep(0.01) from metadata where entity_name like 'slow-%' limit $2
      ) slow
    )
    """
)
LONG_AGO = Query(datetime, "select 'epoch'::timestamptz as oldest")


async def test_rows_on_which_much_hangs_go_in_smaller_steps(db, database_url, resources):
    await db.connection.execute(
        "insert into metadata (entity_name) select 'slow-' || n from generate_series(1, 100) n"
    )
    hasty = await Database.connect(database_url, connections=1, patience=1)
    try:
        context = JobContext(hasty, resources, 0, 1, last_attempt=True)
        assert await Purge("slow", timedelta(0), SLOW, LONG_AGO).run(context) == 100
    finally:
        await hasty.close()


async def test_rows_that_others_lock_stay_until_the_next_run(db, database, database_url, resources):
    await db.connection.execute("insert into metadata (entity_name) values ('slow-0')")
    hasty = await Database.connect(database_url, connections=1, patience=1)
    context = JobContext(hasty, resources, 0, 1, last_attempt=True)
    locked = Purge("slow", timedelta(0), SLOW, LONG_AGO)
    try:
        async with opened(database, Scope.system()) as other:
            await other.connection.execute(
                "select from metadata where entity_name = 'slow-0' for update"
            )
            assert await locked.run(context) == 0
        assert await locked.run(context) == 1
    finally:
        await hasty.close()


async def _plan(db: Db, statement: Query[Any]) -> str:
    """How the database would go about it, whatever the arguments."""
    await db.connection.execute(f"prepare looked (timestamptz, bigint) as {statement.sql}")
    plan: str = await db.connection.fetchval("explain (format yaml) execute looked (now(), 1)")
    await db.connection.execute("deallocate looked")
    return plan


async def test_old_rows_are_found_by_an_index(database: Database):
    """As the application's role: row-level security keeps an index from being asked what it could answer,
    where the question may tell about rows that are not the caller's."""
    assert len(EVERY_PURGE) > 30
    async with opened(database, Scope.system()) as db:
        await db.connection.execute("set local enable_seqscan = off")
        await db.connection.execute("set local plan_cache_mode = force_generic_plan")
        plans = {one.name: await _plan(db, one.delete) for one in EVERY_PURGE}
    by_time = re.compile(r'Index Cond: "[^"]*\$1')
    assert [name for name, plan in plans.items() if not by_time.search(plan)] == []
