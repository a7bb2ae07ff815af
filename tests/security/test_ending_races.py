"""A user who loses access while signing in has lost it: no session of that moment works when access is
back."""

import asyncio
from uuid import UUID

import httpx
import pytest

from tests.backend import Backend, new_backend
from tests.identity.browser import ME, REFRESH, new_browser
from tests.identity.oauth_steps import code_for, exchange
from tests.identity.signup_steps import GOOD, LOGIN, new_address, sign_up_and_activate, stranger
from tests.identity.test_sessions_refresh import join
from tests.security.test_session_locks import WAITING
from tests.world import Person, World

MEMBERS = "/team/resources/members/v1"
INSIDE = "/identity/resources/tenants/users/v1"
PEOPLE = "/identity/resources/users/v1"
TENANTS = "/tenants/resources/tenants/v1"
AT_ONCE = 4  # sign-ins


async def until_each_came_or_waits(
    db, tries: list[asyncio.Task[httpx.Response]], others: int
) -> None:
    """Until every one of them is answered, or waits for a lock, as `others` do."""
    async with asyncio.timeout(20):
        while True:
            running = sum(not one.done() for one in tries)
            if running == 0 or await db.connection.fetchval(WAITING) >= running + others:
                return


async def acts(asgi, answer: httpx.Response) -> bool:
    async with stranger(asgi) as browser:
        browser.cookies.update(answer.cookies)
        token = answer.json()["accessToken"]
        now = await browser.get(ME, headers={"authorization": f"Bearer {token}"})
        return now.status_code == 200 or (await browser.post(REFRESH)).is_success


class Somebody:
    """Who signs in with a password, and who may shut them out and let them in again."""

    def __init__(self, world: World, admin: Person, backend: Backend, user_id: UUID) -> None:
        self.world, self.admin, self.backend, self.id = world, admin, backend, user_id

    async def out(self, how: str) -> httpx.Response:
        match how:
            case "disabled":
                return await self.admin.browser.post(f"{INSIDE}/{self.id}/disable")
            case "removed":
                return await self.admin.browser.delete(f"{MEMBERS}/{self.id}")
        return await self.backend.http.post(f"{PEOPLE}/{self.id}/lock")

    async def back(self, how: str) -> None:
        match how:
            case "disabled":
                answer = await self.admin.browser.post(f"{INSIDE}/{self.id}/enable")
                assert answer.status_code == 200
            case "removed":
                await join(self.world, self.id, self.admin.tenant_id)
            case _:
                answer = await self.backend.http.post(f"{PEOPLE}/{self.id}/unlock")
                assert answer.status_code == 200


# What is held back of each change, after it has taken its time and before it is committed.
HELD = {
    "disabled": "select from memberships where user_id = $1 for update",
    "removed": "select from memberships where user_id = $1 for update",
    "locked": "select from sessions where user_id = $1 for update",
}


@pytest.mark.parametrize("how", HELD)
async def test_a_sign_in_during_the_end_of_access_gives_nothing_that_lasts(
    world, asgi, run_jobs, db, database, how
):
    address = new_address()
    user_id, tenant_id = await sign_up_and_activate(asgi, world, run_jobs, address)
    admin = await world.person("Admin", tenant_id=tenant_id)
    who = Somebody(world, admin, await new_backend(world), user_id)
    body = {"email": address, "password": GOOD}
    async with stranger(asgi) as browser:
        assert (await browser.post(LOGIN, json=body)).status_code == 200

    async with database.pool.acquire() as connection:
        await connection.execute("begin; set local gatehouse.scope = 'system'")
        await connection.execute(HELD[how], user_id)
        ending = asyncio.create_task(who.out(how))
        await until_each_came_or_waits(db, [ending], 0)
        assert not ending.done()
        tries = [asyncio.create_task(stranger(asgi).post(LOGIN, json=body)) for _ in range(AT_ONCE)]
        await until_each_came_or_waits(db, tries, 1)
        await connection.execute("commit")
    assert (await ending).is_success
    answers = [await one for one in tries]
    await who.back(how)
    assert [await acts(asgi, one) for one in answers if one.status_code == 200].count(True) == 0
    async with stranger(asgi) as browser:
        assert await acts(asgi, await browser.post(LOGIN, json=body))


async def test_an_application_gets_nothing_that_lasts_while_access_ends(world, db, database):
    """What begins below a session is no newer than the sign-in."""
    browser = await new_browser(world)
    user_id, tenant_id = browser.session.user_id, browser.session.tenant_id
    admin = await world.person("Admin", tenant_id=tenant_id)
    code = await code_for(world, browser)
    async with database.pool.acquire() as connection:
        await connection.execute("begin; set local gatehouse.scope = 'system'")
        await connection.execute(HELD["disabled"], user_id)
        ending = asyncio.create_task(admin.browser.post(f"{INSIDE}/{user_id}/disable"))
        await until_each_came_or_waits(db, [ending], 0)
        exchanging = asyncio.create_task(exchange(world, code))
        await until_each_came_or_waits(db, [exchanging], 1)
        await connection.execute("commit")
    assert (await ending).status_code == 200
    given = await exchanging
    assert (await admin.browser.post(f"{INSIDE}/{user_id}/enable")).status_code == 200
    assert given.status_code != 200 or not await opens(world, given.json()["access_token"])


async def opens(world, token: str) -> bool:
    answer = await world.new_client().get(ME, headers={"authorization": f"Bearer {token}"})
    return bool(answer.status_code == 200)


@pytest.mark.parametrize("late", ["the sign-in", "the job"])
async def test_a_sign_in_during_a_suspension_leaves_no_session_after_it(
    world, asgi, run_jobs, db, database, late
):
    address = new_address()
    user_id, tenant_id = await sign_up_and_activate(asgi, world, run_jobs, address)
    backend = (await new_backend(world)).http
    body = {"email": address, "password": GOOD}
    async with stranger(asgi) as browser:
        before = await browser.post(LOGIN, json=body)
    # The visit is noted once an hour: the last that a sign-in does.
    await world.configure("update memberships set last_seen_at = null where user_id = $1", user_id)
    async with database.pool.acquire() as connection:
        await connection.execute("begin; set local gatehouse.scope = 'system'")
        await connection.execute(HELD["disabled"], user_id)
        coming = asyncio.create_task(stranger(asgi).post(LOGIN, json=body))
        await until_each_came_or_waits(db, [coming], 0)
        assert not coming.done()
        assert (await backend.post(f"{TENANTS}/{tenant_id}/suspend")).status_code == 200
        if late == "the sign-in":
            await run_jobs()
        await connection.execute("commit")
    answer = await coming
    assert (await backend.post(f"{TENANTS}/{tenant_id}/resume")).status_code == 200
    await run_jobs()
    assert answer.status_code == 200
    assert not await acts(asgi, before)
    assert not await acts(asgi, answer)
