"""Rules that a tenant sets for its people: all of them are read and set in the same way."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from gatehouse.kit import clock
from tests.audit_log import audit_entries
from tests.world import Person, World

CONFIGURATIONS = "/identity/resources/configurations/v1"
# The address, what holds for a tenant that has set nothing, the number in it and its bounds.
POLICIES = [
    ("lockout-policy", {"enabled": True, "maxAttempts": 5}, "maxAttempts", (3, 100)),
    ("password-history-policy", {"enabled": False, "historySize": 5}, "historySize", (1, 24)),
]
each_policy = pytest.mark.parametrize(("name", "default", "number", "bounds"), POLICIES)


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin")


@each_policy
async def test_the_first_save_gives_an_id_and_the_next_keeps_it(
    admin: Person,
    world: World,
    name: str,
    default: dict[str, Any],
    number: str,
    bounds: tuple[int, int],
):
    path = f"{CONFIGURATIONS}/{name}"
    assert (await admin.browser.get(path)).json() == default
    assert (await admin.browser.get(f"{path}/vendor")).json() == default
    made = await admin.browser.post(path, json={"enabled": True, number: 9})
    assert (made.status_code, made.json()["enabled"], made.json()[number]) == (201, True, 9)
    assert made.json()["createdAt"] == made.json()["updatedAt"]
    clock.advance_clock(timedelta(hours=1))
    changed = await admin.browser.patch(path, json={**made.json(), number: 11, "loading": False})
    assert changed.status_code == 200
    assert changed.json() == {
        **made.json(), number: 11, "updatedAt": changed.json()["updatedAt"]
    }  # fmt: skip
    assert changed.json()["updatedAt"] > made.json()["updatedAt"]
    assert (await admin.browser.get(path)).json() == changed.json()
    assert (await admin.browser.get(f"{path}/vendor")).json() == default
    entries = await audit_entries(world, admin.tenant_id)
    event = f"{name.replace('-', '_')}.updated"
    assert [(one["action"], one["user"]) for one in entries] == [(event, str(admin.id))] * 2


@each_policy
async def test_fields_that_are_not_sent_stay(
    admin: Person, name: str, default: dict[str, Any], number: str, bounds: tuple[int, int]
):
    path = f"{CONFIGURATIONS}/{name}"
    first = await admin.browser.post(path, json={"enabled": not default["enabled"]})
    assert first.json()[number] == default[number]
    await admin.browser.patch(path, json={"enabled": True, number: 9})
    off = await admin.browser.patch(path, json={"enabled": False})
    assert (off.json()["enabled"], off.json()[number]) == (False, 9)


@each_policy
async def test_a_policy_is_its_tenants_own(
    world: World, admin: Person, name: str, default: dict[str, Any], number: str, bounds: Any
):
    path = f"{CONFIGURATIONS}/{name}"
    other = await world.person("Admin")
    theirs = (await other.browser.post(path, json={"enabled": True, number: 7})).json()
    body = {**theirs, "tenantId": str(other.tenant_id), number: 9}
    headers = {"frontegg-tenant-id": str(other.tenant_id)}
    mine = await admin.browser.patch(path, json=body, headers=headers)
    assert mine.json()["id"] != theirs["id"]
    assert (await other.browser.get(path)).json() == theirs


@each_policy
async def test_setting_policies_needs_permission(
    world: World, admin: Person, name: str, default: dict[str, Any], number: str, bounds: Any
):
    path = f"{CONFIGURATIONS}/{name}"
    for role in ("Editor", "ReadOnly"):
        who = await world.person(role, tenant_id=admin.tenant_id)
        assert (await who.browser.get(path)).json() == default
        for method in ("POST", "PATCH"):
            refused = await who.browser.request(method, path, json={"enabled": True, number: 9})
            assert refused.json()["errorCode"] == "access.missing_permission"
    nobody = await world.person(tenant_id=admin.tenant_id)
    assert (await nobody.browser.get(path)).status_code == 403
    assert (await nobody.browser.get(f"{path}/vendor")).status_code == 403
    assert (await admin.browser.get(path)).json() == default


@each_policy
async def test_a_malformed_policy_is_refused_and_nothing_is_stored(
    admin: Person, name: str, default: dict[str, Any], number: str, bounds: tuple[int, int]
):
    path = f"{CONFIGURATIONS}/{name}"
    least, most = bounds
    numbers = [least - 1, most + 1, -1, 10**30, 4.5, "many", None, [], "\x00"]
    bodies: list[object] = [{"enabled": True, number: value} for value in numbers]
    bodies += [{}, {number: least}, {"enabled": "perhaps"}, {"enabled": None}, [], 5, "x", None]
    for body in bodies:
        for method in ("POST", "PATCH"):
            answer = await admin.browser.request(method, path, json=body)
            assert answer.status_code == 400, (body, answer.text)
            assert answer.json()["errorCode"]
    assert (await admin.browser.get(path)).json() == default
    for value in bounds:
        answer = await admin.browser.post(path, json={"enabled": True, number: value})
        assert answer.json()[number] == value


@each_policy
async def test_saves_at_once_leave_one_whole_policy(
    admin: Person, name: str, default: dict[str, Any], number: str, bounds: Any
):
    path = f"{CONFIGURATIONS}/{name}"
    answers = await asyncio.gather(
        *(admin.browser.post(path, json={"enabled": True, number: 6 + n}) for n in range(6)),
        *(admin.browser.patch(path, json={"enabled": True}) for _ in range(6)),
    )
    assert len({answer.json()["id"] for answer in answers}) == 1
    last = (await admin.browser.get(path)).json()
    assert last[number] in range(6, 12)
