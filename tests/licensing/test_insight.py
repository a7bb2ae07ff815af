"""Statistics and the checklist show what really happened, to those who may see licenses."""

from datetime import timedelta

import pytest

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from tests.licensing.provider import Purchase


def path(shop, what: str) -> str:
    return f"/api/v1/licenses/{shop.fingerprint}/{what}"


async def test_what_tools_reported_is_counted(shop, tool):
    today = clock.now().replace(hour=0, minute=0, second=0, microsecond=0)

    def event(number: int, subject: str, days_ago: int, **changes):
        at = (today - timedelta(days=days_ago)).isoformat()
        return {"id": f"e{number}", "type": "session", "subject": subject, "at": at, "seconds": 60,
                "version": "1.0", **changes}  # fmt: skip

    await tool.claim("ann")
    await tool.report(
        event(1, "ann", 0),
        event(2, "ann", 0, seconds=30),
        event(3, "bob", 0, version="2.0"),
        event(4, "cleo", 3, type="command", seconds=None),
        event(5, "dan", 29),
        event(6, "eve", 30),
    )
    answer = await shop.admin.browser.get(path(shop, "statistics"))
    assert answer.status_code == 200, answer.text
    said = answer.json()
    assert (said["usedSeats"], said["dailyActive"], said["monthlyActive"]) == (1, 2, 4)
    assert (said["sessions"], said["sessionSeconds"]) == (4, 210)
    assert [(one["active"], one["sessions"], one["sessionSeconds"]) for one in said["days"]] == [
        (1, 1, 60), (1, 0, 0), (2, 3, 150)
    ]  # fmt: skip
    assert said["days"][-1]["day"] == str(today.date())
    assert said["versions"] == [{"version": "1.0", "active": 3}, {"version": "2.0", "active": 1}]


async def test_without_use_there_is_nothing_to_count(shop):
    said = (await shop.admin.browser.get(path(shop, "statistics"))).json()
    assert (said["sessions"], said["days"], said["versions"]) == (0, [], [])


async def test_the_checklist_fills_step_by_step(shop, tool, world, report):
    async def done() -> set[str]:
        answer = await shop.admin.browser.get(path(shop, "checklist"))
        assert answer.status_code == 200, answer.text
        return {step for step, at in answer.json().items() if at}

    steps = {"organization", "license"}
    assert await done() == steps
    seat = (await tool.claim()).json()["id"]
    await tool.free(seat)
    steps |= {"firstContact"}
    assert await done() == steps
    await tool.report(
        {"id": "e1", "type": "session", "subject": "ann", "at": clock.now().isoformat()}
    )
    steps |= {"firstSession"}
    assert await done() == steps
    await world.person("ReadOnly", tenant_id=shop.admin.tenant_id)
    steps |= {"secondPerson"}
    assert await done() == steps
    await report(
        *Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint}).sequence()
    )
    assert await done() == steps | {"paymentMethod"}


@pytest.mark.parametrize("what", ["statistics", "checklist"])
async def test_statistics_need_permission(shop, open_shop, world, client, what):
    assert (await client.get(path(shop, what))).status_code == 401
    nobody = await world.person(tenant_id=shop.admin.tenant_id)
    assert (await nobody.browser.get(path(shop, what))).status_code == 403
    reader = await world.person("ReadOnly", tenant_id=shop.admin.tenant_id)
    assert (await reader.browser.get(path(shop, what))).status_code == 200
    own_id = (await shop.licenses())[0]["id"]
    assert (await reader.browser.get(f"/api/v1/licenses/{own_id}/{what}")).status_code == 200
    stranger = await open_shop()
    for name in (shop.fingerprint, own_id, str(new_id()), "x"):
        answer = await stranger.admin.browser.get(f"/api/v1/licenses/{name}/{what}")
        assert (answer.status_code, answer.text) == (404, "The license was not found")
