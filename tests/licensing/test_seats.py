"""Who holds a seat, for the people who look after a license; and a seat taken back."""

from datetime import timedelta

import pytest

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from tests.audit_log import audit_entries


def path(shop, seat: str = "") -> str:
    return f"/api/v1/licenses/{shop.fingerprint}/seats{seat and '/'}{seat}"


async def test_seats_are_listed_by_last_contact(shop, tool):
    await tool.claim("ann", name="Ann Lee", hostname="laptop", version="1.2")
    clock.advance_clock(timedelta(minutes=5))
    await tool.claim("bob")
    await tool.claim("run 7", kind="ci")
    said = (await shop.admin.browser.get(path(shop))).json()
    assert said["total"] == 3
    assert [(one["subject"], one["kind"]) for one in said["items"]] == [
        ("bob", "user"), ("ann", "user"), ("run 7", "ci")
    ]  # fmt: skip
    ann = said["items"][1]
    assert (ann["name"], ann["hostname"], ann["version"]) == ("Ann Lee", "laptop", "1.2")
    assert ann["lastSeenAt"] < said["items"][0]["lastSeenAt"]
    paged = (await shop.admin.browser.get(path(shop), params={"_limit": 1, "_offset": 1})).json()
    assert ([one["subject"] for one in paged["items"]], paged["total"]) == (["ann"], 3)
    clock.advance_clock(timedelta(hours=1))
    admin = shop.admin.browser
    assert (await admin.get(path(shop))).json() == {"items": [], "total": 0}


async def test_a_seat_that_was_taken_back_can_be_claimed(shop, tool, world):
    seats = {
        one: (await tool.claim(one)).json()["id"] for one in ("ann", "bob", "cleo", "dan", "eve")
    }
    assert (await tool.claim("fay")).status_code == 409
    for _ in range(2):
        answer = await shop.admin.browser.delete(path(shop, seats["ann"]))
        assert (answer.status_code, answer.content) == (204, b"")
    assert (await tool.beat(seats["ann"])).status_code == 404
    assert (await tool.claim("fay")).status_code == 201
    said = await audit_entries(world, shop.admin.tenant_id, "license.seat_taken_back")
    assert [row["description"] for row in said] == ["The seat of ann in Acme was released"]


async def test_seats_need_permission(shop, open_shop, tool, world, client):
    seat = (await tool.claim()).json()["id"]
    assert (await client.get(path(shop))).status_code == 401
    reader = await world.person("ReadOnly", tenant_id=shop.admin.tenant_id)
    assert (await reader.browser.get(path(shop))).status_code == 200
    assert (await reader.browser.delete(path(shop, seat))).status_code == 403
    stranger = (await open_shop()).admin
    for name in (shop.fingerprint, str(new_id())):
        foreign = f"/api/v1/licenses/{name}/seats"
        answer = await stranger.browser.get(foreign)
        assert (answer.status_code, answer.text) == (404, "The license was not found")
        assert (await stranger.browser.delete(f"{foreign}/{seat}")).status_code == 404
    theirs = (await stranger.browser.get("/api/v1/licenses")).json()[0]["fingerprint"]
    crossed = f"/api/v1/licenses/{theirs}/seats/{seat}"
    assert (await stranger.browser.delete(crossed)).status_code == 204
    assert (await tool.beat(seat)).status_code == 200


@pytest.mark.parametrize(
    "query", [{"_limit": 0}, {"_limit": 201}, {"_offset": -1}, {"_limit": "x"}]
)
async def test_a_page_has_bounds(shop, query):
    assert (await shop.admin.browser.get(path(shop), params=query)).status_code == 400
