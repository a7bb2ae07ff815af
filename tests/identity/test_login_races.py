# ruff: noqa: F811  fixtures of another file
"""What changes between the statements of a password sign-in counts as if it had changed before."""

import asyncio
from dataclasses import dataclass

import pytest

from tests.audit_log import audit_entries
from tests.identity.browser import REFRESH
from tests.identity.signup_steps import stranger
from tests.identity.test_login import Someone, attempt, someone  # noqa: F401  a fixture
from tests.security.test_session_locks import until_waiting

SESSIONS = "select count(*) from sessions where user_id = $1"


@dataclass(frozen=True)
class Change:
    sql: str
    status: int
    text: str


CHANGES = {
    "the user is locked": Change(
        "update users set locked_at = now() where id = $1", 403, "Your account is locked"
    ),
    "the address is not verified": Change(
        "update users set verified = false where id = $1", 403, "ER-01060"
    ),
    "a factor is enrolled": Change(
        "update users set mfa_enrolled = true where id = $1", 200, '"mfaRequired":true'
    ),
    "the user is disabled": Change(
        "update memberships set is_disabled = true where user_id = $1", 403, "do not belong"
    ),
    "temporary access ends": Change(
        "update memberships set temporary_expires_at = now() - interval '1 minute'"
        " where user_id = $1",
        403,
        "do not belong",
    ),
    "the password changes": Change(
        "update passwords set changed_at = now() where user_id = $1", 401, "Incorrect email"
    ),
    "failures lock the account": Change(
        "update passwords set locked_until = now() + interval '15 minutes' where user_id = $1",
        403,
        "Too many failed attempts",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
async def test_a_change_during_a_sign_in_comes_first(
    asgi, world, someone: Someone, db, database, name: str
):
    change = CHANGES[name]
    async with database.pool.acquire() as connection:
        await connection.execute("begin; set local gatehouse.scope = 'system'")
        await connection.execute(change.sql, someone.id)
        async with stranger(asgi) as browser:
            coming = asyncio.create_task(attempt(browser, someone.email))
            await until_waiting(db, 1)
            await connection.execute("commit")
            answer = await coming
    assert (answer.status_code, change.text in answer.text) == (change.status, True), answer.text
    assert "accessToken" not in answer.json()
    assert await db.connection.fetchval(SESSIONS, someone.id) == 0
    assert not await audit_entries(world, someone.tenant_id, "user.authenticated")


HELD = "select from users where id = $1 for no key update"
WHILE_HELD = {
    "suspended": ("update tenants set suspended_at = now() where id = $1", 403, "is suspended"),
    "deleted": ("update tenants set deleted_at = now() where id = $1", 403, "do not belong"),
}


@pytest.mark.parametrize("name", WHILE_HELD)
async def test_a_tenant_that_ends_while_a_sign_in_waits_is_not_entered(
    asgi, world, someone: Someone, db, database, name: str
):
    """A statement that waits for a row does not see what else was committed meanwhile."""
    sql, status, text = WHILE_HELD[name]
    async with database.pool.acquire() as connection:
        await connection.execute("begin; set local gatehouse.scope = 'system'")
        await connection.execute(HELD, someone.id)
        async with stranger(asgi) as browser:
            coming = asyncio.create_task(attempt(browser, someone.email))
            await until_waiting(db, 1)
            await connection.execute(sql, someone.tenant_id)
            await connection.execute("commit")
            answer = await coming
    assert (answer.status_code, text in answer.text) == (status, True), answer.text
    assert await db.connection.fetchval(SESSIONS, someone.id) == 0
    assert not await audit_entries(world, someone.tenant_id, "user.authenticated")


async def test_a_session_begins_after_access_was_taken_and_given_back(
    asgi, someone: Someone, db, database
):
    async with database.pool.acquire() as connection:
        await connection.execute("begin; set local gatehouse.scope = 'system'")
        await connection.execute(HELD, someone.id)
        async with stranger(asgi) as browser:
            coming = asyncio.create_task(attempt(browser, someone.email))
            await until_waiting(db, 1)
            await connection.execute(
                "update memberships set sessions_from = clock_timestamp() where user_id = $1",
                someone.id,
            )
            await connection.execute("commit")
            assert (await coming).status_code == 200
            assert (await browser.post(REFRESH)).status_code == 201


async def test_several_sign_ins_at_once_all_succeed(asgi, world, someone: Someone, db):
    """The first of an hour changes the user's row, which the others rely on."""
    browsers = [stranger(asgi) for _ in range(5)]
    answers = await asyncio.gather(*(attempt(one, someone.email) for one in browsers))
    assert [answer.status_code for answer in answers] == [200] * 5
    assert await db.connection.fetchval(SESSIONS, someone.id) == 5
    assert len(await audit_entries(world, someone.tenant_id, "user.authenticated")) == 5
    for browser in browsers:
        assert (await browser.post(REFRESH)).status_code == 201


async def test_a_sign_in_does_not_write_the_password(client, someone: Someone, db):
    version = "select xmin::text from passwords where user_id = $1"
    before = await db.connection.fetchval(version, someone.id)
    for _ in range(2):
        assert (await attempt(client, someone.email)).status_code == 200
    assert await db.connection.fetchval(version, someone.id) == before
