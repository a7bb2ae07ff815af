"""However access ends, what was given out before opens nothing from the next request on."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from gatehouse.kit import clock
from gatehouse.kit.hashing import hash_password
from tests.backend import new_backend
from tests.identity.browser import LOGOUT, ME, REFRESH, Browser, copy_of, later, sign_in
from tests.identity.signup_steps import CHANGE, GOOD, OTHER
from tests.identity.test_sessions_refresh import join
from tests.world import Person, World

MINE = "/identity/resources/users/sessions/v1/me"
REVOKE = "/identity/resources/users/sessions/v1/revoke"
LIMITS = "/identity/resources/configurations/sessions/v1"
MEMBERS = "/identity/resources/tenants/users/v1"
TEMPORARY = "/identity/resources/users/temporary/v1"
End = Callable[[World, Person, Browser], Awaitable[None]]


async def logout(world: World, admin: Person, browser: Browser) -> None:
    await browser.http.post(LOGOUT)


async def ended_from_another_browser(world: World, admin: Person, browser: Browser) -> None:
    other = await sign_in(world, browser.session.user_id, admin.tenant_id)
    await other.http.delete(f"{MINE}/{browser.session.session_id}")


async def ended_with_all_others(world: World, admin: Person, browser: Browser) -> None:
    other = await sign_in(world, browser.session.user_id, admin.tenant_id)
    await other.http.delete(f"{MINE}/all")


async def revoked(world: World, admin: Person, browser: Browser) -> None:
    await admin.browser.post(REVOKE, json={"userId": str(browser.session.user_id)})


async def disabled(world: World, admin: Person, browser: Browser) -> None:
    await admin.browser.post(f"{MEMBERS}/{browser.session.user_id}/disable")


async def disabled_and_enabled(world: World, admin: Person, browser: Browser) -> None:
    await disabled(world, admin, browser)
    await admin.browser.post(f"{MEMBERS}/{browser.session.user_id}/enable")


async def removed(world: World, admin: Person, browser: Browser) -> None:
    await admin.browser.delete(f"/identity/resources/users/v1/{browser.session.user_id}")


async def removed_by_themselves(world: World, admin: Person, browser: Browser) -> None:
    known = (await admin.browser.get("/identity/resources/roles/v1")).json()
    role = next(one["id"] for one in known if one["key"] == "Admin")
    path = f"/identity/resources/users/v1/{browser.session.user_id}"
    given = await admin.browser.post(f"{path}/roles", json={"roleIds": [role]})
    assert given.is_success, given.text
    assert (await browser.http.delete(path)).is_success


async def removed_and_let_in_again(world: World, admin: Person, browser: Browser) -> None:
    await removed(world, admin, browser)
    await join(world, browser.session.user_id, admin.tenant_id)


async def over_and_prolonged(world: World, admin: Person, browser: Browser) -> None:
    path = f"{TEMPORARY}/{browser.session.user_id}"
    await admin.browser.put(path, json={"expirationInSeconds": 60})
    later(seconds=61)
    await admin.browser.put(path, json={"expirationInSeconds": 600})


async def over_and_made_permanent(world: World, admin: Person, browser: Browser) -> None:
    path = f"{TEMPORARY}/{browser.session.user_id}"
    await admin.browser.put(path, json={"expirationInSeconds": 60})
    later(seconds=61)
    await admin.browser.delete(path)


async def one_too_many(world: World, admin: Person, browser: Browser) -> None:
    limit = {"sessionConcurrentConfiguration": {"isActive": True, "maxSessions": 1}}
    await admin.browser.post(LIMITS, json=limit)
    later(seconds=1)
    await sign_in(world, browser.session.user_id, admin.tenant_id)


async def idle(world: World, admin: Person, browser: Browser) -> None:
    limit = {"sessionIdleTimeoutConfiguration": {"isActive": True, "timeout": 60}}
    await admin.browser.post(LIMITS, json=limit)
    later(seconds=61)


async def token_came_back(world: World, admin: Person, browser: Browser) -> None:
    thief = copy_of(world, browser, browser.token)
    await browser.http.post(REFRESH)
    later(seconds=11)
    await thief.post(REFRESH)


async def tenant_deleted(world: World, admin: Person, browser: Browser) -> None:
    async with world._system() as db:
        await db.connection.execute(
            "update tenants set deleted_at = now() where id = $1", admin.tenant_id
        )


async def password_changed_elsewhere(world: World, admin: Person, browser: Browser) -> None:
    user_id = browser.session.user_id
    await world.configure(
        "insert into passwords (user_id, hash, changed_at) values ($1, $2, $3)",
        user_id, await hash_password(GOOD), clock.now() - timedelta(days=1),
    )  # fmt: skip
    other = await sign_in(world, user_id, admin.tenant_id)
    body = {"password": GOOD, "newPassword": OTHER}
    assert (await other.http.post(CHANGE, json=body)).status_code == 201


async def locked_by_the_vendor(world: World, admin: Person, browser: Browser) -> None:
    backend = await new_backend(world)
    path = f"/identity/resources/users/v1/{browser.session.user_id}/lock"
    assert (await backend.http.post(path)).is_success


ENDS: list[End] = [
    logout, ended_from_another_browser, ended_with_all_others, revoked, disabled,
    disabled_and_enabled, removed, removed_by_themselves, removed_and_let_in_again, over_and_prolonged,
    over_and_made_permanent, one_too_many, idle, token_came_back, tenant_deleted,
    password_changed_elsewhere, locked_by_the_vendor,
]  # fmt: skip


@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.__name__)
async def test_nothing_opens_after_the_end(world, end):
    admin = await world.person("Admin")
    user_id, _ = await world.member(admin.tenant_id, "ReadOnly")
    browser = await sign_in(world, user_id, admin.tenant_id)
    assert (await browser.http.get(MINE)).status_code == 200
    cookies = [copy_of(world, browser, browser.token)]
    await end(world, admin, browser)
    cookies.append(browser.http)
    for path in (ME, MINE, f"{MINE}/current"):
        assert (await browser.http.get(path)).status_code == 401, path
    answer = await browser.http.put(ME, json={"name": "Somebody Else"})
    assert answer.status_code == 401
    for http in cookies:
        assert (await http.post(REFRESH)).status_code == 401
