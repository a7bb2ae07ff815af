"""The vendor's limits on sessions, for the accounts that say nothing themselves."""

import pytest

from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.backend import new_backend, restored_backend
from tests.identity.browser import ME, REFRESH, later, new_browser, sign_in
from tests.identity.test_sessions import LIMITS

HALF_AN_HOUR = {"sessionIdleTimeoutConfiguration": {"isActive": True, "timeout": 1800}}
NEVER = {"sessionIdleTimeoutConfiguration": {"isActive": False, "timeout": 1800}}
ONE = {"sessionConcurrentConfiguration": {"isActive": True, "maxSessions": 1}}


@pytest.fixture
async def vendor(world, run_jobs):
    async with restored_backend(world) as backend:
        yield backend.http
    await run_jobs()


@pytest.fixture
def decide(world, vendor, run_jobs):
    async def decided(limits: dict[str, object]) -> None:
        answer = await vendor.post(LIMITS, json=limits)
        assert answer.status_code == 201, answer.text
        assert answer.json().items() >= limits.items()
        await world.resources[VendorConfiguration].load()
        await run_jobs()

    return decided


async def works(browser) -> bool:
    answer = await browser.http.post(REFRESH)
    if answer.status_code == 401:
        return False
    header = {"authorization": f"Bearer {answer.json()['accessToken']}"}
    return bool((await browser.http.get(ME, headers=header)).status_code == 200)


async def test_defaults_apply_to_running_and_later_sessions(world, decide):
    running = await new_browser(world)
    await decide(HALF_AN_HOUR)
    shown = (await running.http.get(LIMITS)).json()
    assert shown["sessionIdleTimeoutConfiguration"] == {"isActive": True, "timeout": 1800}
    assert (await running.http.get(f"{LIMITS}/vendor")).json() == shown
    beginning = await new_browser(world)
    later(minutes=29)
    assert await works(running)
    later(minutes=29)
    assert await works(running)
    assert not await works(beginning)
    later(minutes=31)
    assert not await works(running)


async def test_removed_defaults_apply_to_no_session(world, decide):
    browser = await new_browser(world)
    await decide(HALF_AN_HOUR)
    await decide(NEVER)
    later(days=20)
    assert await works(browser)


@pytest.mark.parametrize("inherits_first", [False, True])
async def test_an_account_that_says_something_itself_keeps_it(world, decide, inherits_first):
    if inherits_first:
        await decide(ONE)
    browser = await new_browser(world)
    admin = await world.person("Admin", tenant_id=browser.session.tenant_id)
    longer = {"sessionIdleTimeoutConfiguration": {"isActive": True, "timeout": 7200}}
    assert (await admin.browser.post(LIMITS, json=longer)).status_code == 201
    await decide(HALF_AN_HOUR)
    later(minutes=100)
    assert await works(browser)


async def test_an_account_that_was_deleted_meanwhile_has_them_when_it_is_restored(
    world, vendor, decide, run_jobs
):
    first = await new_browser(world)
    tenant_id = first.session.tenant_id
    account = f"/tenants/resources/tenants/v1/{tenant_id}"
    assert (await vendor.delete(account)).status_code == 200
    await decide(HALF_AN_HOUR)
    assert (await vendor.post(f"{account}/restore")).status_code == 200
    await run_jobs()
    back = await sign_in(world, first.session.user_id, tenant_id)
    later(minutes=31)
    assert not await works(back)


async def test_of_more_sessions_than_are_allowed_the_newest_stay(world, decide):
    first = await new_browser(world)
    later(minutes=1)
    second = await sign_in(world, first.session.user_id, first.session.tenant_id)
    await decide(ONE)
    assert not await works(first)
    assert await works(second)
    third = await sign_in(world, first.session.user_id, first.session.tenant_id)
    assert not await works(second)
    assert await works(third)


async def test_who_only_reads_the_configuration_and_who_asks_for_too_little_changes_nothing(
    world, vendor
):
    before = (await vendor.get(LIMITS)).json()
    reader = await new_backend(world, ["vendor.read.configuration"])
    assert (await reader.http.post(LIMITS, json=ONE)).status_code == 403
    bad = {"sessionIdleTimeoutConfiguration": {"isActive": True, "timeout": 1}}
    assert (await vendor.post(LIMITS, json=bad)).status_code == 400
    assert (await vendor.get(f"{LIMITS}/vendor")).json() == before
