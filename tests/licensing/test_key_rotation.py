"""A key is replaced with an overlap: both open the license for the stated time (case 25)."""

from datetime import datetime, timedelta

import pytest

from gatehouse.kit import clock
from tests.audit_log import audit_entries
from tests.backend import new_backend
from tests.licensing.provider import Purchase
from tests.licensing.standing import stand
from tests.licensing.test_keys import audited, path
from tests.licensing.tool import Tool

HOUR = timedelta(hours=1)


@pytest.fixture
async def running(shop, report):
    await report(
        *Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint}).sequence()
    )


async def rotated(shop, hours: int) -> dict[str, str]:
    answer = await shop.admin.browser.post(path(shop, "key/rotate"), json={"overlapHours": hours})
    assert answer.status_code == 200, answer.text
    made: dict[str, str] = answer.json()
    return made


async def opens(tool: Tool) -> bool:
    """All calls are of one mind."""
    answers = {
        (await tool.validate()).status_code == 200,
        (await tool.file()).status_code == 200,
        (await tool.claim("overlap", "ci")).status_code in (200, 201),
    }
    assert len(answers) == 1
    return answers == {True}


async def test_both_keys_open_the_license_until_the_overlap_is_over(
    shop, running, tool, new_client, world
):
    seat = (await tool.claim("ann")).json()["id"]
    made = await rotated(shop, 24)
    until = datetime.fromisoformat(made["formerUntil"])
    assert abs(until - clock.now() - 24 * HOUR) < timedelta(minutes=1)
    new = Tool(new_client(), made["key"])
    assert await opens(tool)
    assert await opens(new)
    for one in (tool, new):
        assert (await one.beat(seat)).status_code == 200
    assert (await new.claim("ann")).json()["id"] == seat
    shown = (await shop.admin.browser.post(path(shop, "key"))).json()
    assert shown == made
    assert [one["key"] for one in await shop.licenses()] == [made["key"]]

    clock.advance_clock(until - clock.now() - timedelta(seconds=1))
    assert await opens(tool)
    clock.advance_clock(timedelta(seconds=1))
    assert not await opens(tool)
    assert (await tool.beat(seat)).status_code == 401
    assert await opens(new)
    [said] = await audited(world, shop, "license.key_replaced")
    assert (
        said
        == f"The key of Acme was replaced; the previous key works until {until:%Y-%m-%d %H:%M} UTC"
    )


@pytest.mark.parametrize("moment", ["2027-01-31T12:00:00+00:00", "2028-02-28T12:00:00+00:00"])
async def test_the_overlap_runs_across_the_end_of_a_month_and_a_leap_day(
    shop, running, tool, world, moment
):
    clock.advance_clock(datetime.fromisoformat(moment) - clock.now())
    shop.admin = await world.sign_in(shop.admin.id, shop.admin.tenant_id, shop.admin.email)
    until = datetime.fromisoformat((await rotated(shop, 36))["formerUntil"])
    assert until - datetime.fromisoformat(moment) - 36 * HOUR < timedelta(minutes=1)
    clock.advance_clock(35 * HOUR)
    assert await opens(tool)
    clock.advance_clock(2 * HOUR)
    assert not await opens(tool)


async def test_a_key_that_leaked_ends_at_once(shop, tool, new_client):
    made = await rotated(shop, 0)
    assert "formerUntil" not in made
    assert not await opens(tool)
    assert await opens(Tool(new_client(), made["key"]))


async def test_never_more_than_two_are_valid(shop, tool, new_client, db):
    second = Tool(new_client(), (await rotated(shop, 700))["key"])
    third = Tool(new_client(), (await rotated(shop, 700))["key"])
    assert [await opens(one) for one in (tool, second, third)] == [False, True, True]
    stored = "select count(*) from license_keys where tenant_id = $1"
    assert await db.connection.fetchval(stored, shop.admin.tenant_id) == 2


async def test_a_new_key_opens_nothing_that_was_revoked(shop, tool, new_client, database):
    await stand(database, shop.fingerprint, "revoked")
    new = Tool(new_client(), (await rotated(shop, 1))["key"])
    assert await new.code() == await tool.code() == "REVOKED"


@pytest.mark.parametrize("hours", [-1, 721, 1.5, "soon", None])
async def test_a_senseless_overlap_changes_nothing(shop, tool, hours):
    body = {"overlapHours": hours}
    answer = await shop.admin.browser.post(path(shop, "key/rotate"), json=body)
    assert answer.status_code == 400
    assert await opens(tool)


async def test_rotating_a_key_needs_permission(shop, open_shop, world, client, tool):
    stranger = (await open_shop()).admin
    reader = await world.person("ReadOnly", tenant_id=shop.admin.tenant_id)
    blind = await world.person(
        permissions=("licensing.write.licenses",), tenant_id=shop.admin.tenant_id
    )
    rotate = path(shop, "key/rotate")
    assert (await client.post(rotate, json={})).status_code == 401
    for one, status in ((reader, 403), (blind, 403), (stranger, 404)):
        assert (await one.browser.post(rotate, json={})).status_code == status
    assert await opens(tool)


async def test_the_vendors_backend_replaces_any_key(shop, tool, world, new_client):
    backend = await new_backend(world)
    rotate = f"/tenants/resources/licenses/v1/{shop.fingerprint}/rotate-key"
    answer = await backend.http.post(rotate, json={})
    assert answer.status_code == 200, answer.text
    until = datetime.fromisoformat(answer.json()["formerUntil"])
    assert abs(until - clock.now() - 168 * HOUR) < timedelta(minutes=1)
    assert await opens(Tool(new_client(), answer.json()["key"]))
    assert await opens(tool)
    [replaced] = await audit_entries(world, shop.admin.tenant_id, "license.key_replaced")
    assert replaced["actorKind"] == "vendor"
    unknown = await backend.http.post(rotate.replace(shop.fingerprint, "f" * 32), json={})
    assert (unknown.status_code, unknown.json()["errorCode"]) == (404, "licenses.missing")
    weak = await new_backend(world, ["vendor.read.tenants"])
    assert (await weak.http.post(rotate, json={})).status_code == 403
