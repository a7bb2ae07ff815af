"""Locks of what has no row of its own: kinds in one file, each until its transaction ends."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from uuid import uuid4

import asyncpg
import pytest

import gatehouse
from gatehouse.kit.db.locks import AdvisoryLock, Lock

SOURCE = Path(gatehouse.__path__[0])
ADVISORY = re.compile(r"pg_(?:try_)?advisory_\w*lock")
# As older versions have them, which run beside this one during an upgrade.
VALUES = {
    "MIGRATION": 1734440037,
    "CONFIGURATION": 1685021557,
    "SIGNING_KEYS": 1801812339,
    "LICENSE_SIGNING_KEYS": 1818846067,
    "SAML_KEYS": 7203085,
    "AUDIT_CHAIN": 1635083369,
    "USER_SOURCES": 1970500195,
    "RELATIONS": 1919249516,
    "API_ROUTES": 1919905908,
    "APPROVAL_FLOWS": "approval flows",
    "TOKEN_TEMPLATES": "jwt_templates",
    "TENANT_TREE": "tree:",
    "WRITER": "standing:",
    "EMAIL_ADDRESS": "",
    "PHONE_NUMBER": "phone_number:",
    "ACTION_LINKS": "action_tokens:",
    "PINNED_NOTIFICATIONS": "pinned ",
    "WEBHOOKS": "webhooks ",
    "SUBSCRIPTION": "subscription:",
}
LOCK = "select gatehouse_lock($1)"
BLOCKED_BY = "select pg_blocking_pids($1)"


def test_no_other_file_takes_an_advisory_lock():
    users = {
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("*.py")
        if "simulators" not in path.parts and ADVISORY.search(path.read_text())
    }
    assert users == {"kit/db/locks.py"}


def test_what_a_kind_locks_never_changes():
    assert {lock.name: lock.value for lock in [*Lock, *AdvisoryLock]} == VALUES


Connections = list[asyncpg.Connection]


@pytest.fixture
async def others(database_url: str) -> AsyncIterator[Connections]:
    """Three connections with an open transaction, which act as either role of the application."""
    async with AsyncExitStack() as stack:
        made = []
        for role in ("gatehouse_app", "gatehouse_system", "gatehouse_app"):
            connection = await asyncpg.connect(database_url)
            stack.push_async_callback(connection.close)
            await connection.execute(
                f"begin; set local role {role}; set local lock_timeout = '20s'"
            )
            made.append(connection)
        yield made


@pytest.fixture
def key() -> int:
    return uuid4().int >> 66


async def until_blocked(db, waiting: asyncpg.Connection, *by: asyncpg.Connection) -> None:
    """Until one of these, or any, blocks it."""
    pids = {one.get_server_pid() for one in by}
    async with asyncio.timeout(20):
        while True:
            blocking = set(await db.connection.fetchval(BLOCKED_BY, waiting.get_server_pid()))
            if blocking & pids if pids else blocking:
                return
            await asyncio.sleep(0.01)


async def start_lock(db, waiting: asyncpg.Connection, key: int, by: asyncpg.Connection):
    """The lock that another transaction has, once it is waited for."""
    lock = asyncio.create_task(waiting.execute(LOCK, key))
    await until_blocked(db, waiting, by)
    return lock


@pytest.mark.parametrize("end", ["commit", "rollback"])
@pytest.mark.parametrize("first", [0, 1], ids=["application", "system"])
async def test_a_lock_lasts_until_its_transaction_ends(db, others: Connections, key, end, first):
    holder, waiting = others[first], others[1 - first]
    await holder.execute(LOCK, key)
    await holder.execute(LOCK, key)
    lock = await start_lock(db, waiting, key, holder)
    assert not lock.done()
    await holder.execute(end)
    await lock
    await waiting.execute("commit")
    assert await db.connection.fetchval("select count(*) from locks where key = $1", key) == 0


async def test_a_lock_of_a_savepoint_lasts_until_the_transaction_ends(db, others, key):
    holder, waiting, _ = others
    await holder.execute(f"savepoint s; select gatehouse_lock({key}); release s")
    lock = await start_lock(db, waiting, key, holder)
    await holder.execute("commit")
    await lock


async def test_a_savepoint_that_is_rolled_back_releases_its_locks_only(db, others, key):
    holder, waiting, other = others
    await holder.execute(LOCK, key)
    await holder.execute(
        f"savepoint s; select gatehouse_lock({key}), gatehouse_lock({key + 1}); rollback to s"
    )
    await other.execute(LOCK, key + 1)
    lock = await start_lock(db, waiting, key, holder)
    await holder.execute("commit")
    await lock


async def test_waiting_for_a_lock_has_an_end(others, key):
    holder, waiting, _ = others
    await holder.execute(LOCK, key)
    await waiting.execute("set local lock_timeout = 1")
    with pytest.raises(asyncpg.LockNotAvailableError):
        await waiting.execute(LOCK, key)


async def test_several_that_wait_get_the_lock_one_at_a_time(db, others, key):
    holder, *waiting = others
    await holder.execute(LOCK, key)
    locks = [await start_lock(db, one, key, holder) for one in waiting[:1]]
    locks.append(asyncio.create_task(waiting[1].execute(LOCK, key)))
    await until_blocked(db, waiting[1])
    await holder.execute("commit")
    done, (other,) = await asyncio.wait(locks, return_when=asyncio.FIRST_COMPLETED)
    first = waiting[0] if locks[0] in done else waiting[1]
    last = waiting[1] if first is waiting[0] else waiting[0]
    assert len(done) == 1
    await until_blocked(db, last, first)
    await first.execute("commit")
    await other


async def test_many_locks_in_the_same_order_are_no_deadlock(db, others, key):
    many = f"select gatehouse_lock({key} + n) from generate_series(0, 99) n"
    holder, second, third = others
    await holder.execute(LOCK, key + 50)
    locks = [asyncio.create_task(second.execute(many))]
    await until_blocked(db, second, holder)
    locks.append(asyncio.create_task(third.execute(many)))
    await until_blocked(db, third, second)
    await holder.execute("commit")
    await locks[0]
    await second.execute("commit")
    await locks[1]


async def test_of_locks_in_different_orders_one_fails(db, others, key):
    first, second, _ = others
    await first.execute(LOCK, key)
    await second.execute(LOCK, key + 1)
    lock = await start_lock(db, first, key + 1, second)
    with pytest.raises(asyncpg.DeadlockDetectedError):
        await asyncio.gather(second.execute(LOCK, key), lock)


async def test_a_lock_waits_for_that_of_version_0_1(db, others, key):
    holder, waiting, _ = others
    await holder.execute("select pg_advisory_xact_lock($1)", key)
    lock = await start_lock(db, waiting, key, holder)
    await holder.execute("commit")
    await lock


@pytest.mark.parametrize("order", [(True, False), (False, True), (False, False)])
async def test_a_new_user_and_a_verification_wait_for_each_other(db, others, order):
    """`True`: a new user. Processes of the previous version call it with either too."""
    holder, waiting, other = others
    address = f"{uuid4()}@example.com"
    lock = "select gatehouse_lock_address($1, $2)"
    await holder.execute(lock, address, order[0])
    second = asyncio.create_task(waiting.execute(lock, address, order[1]))
    await until_blocked(db, waiting, holder)
    await other.execute(lock, f"{uuid4()}@example.com", True)
    await holder.execute("commit")
    await second
