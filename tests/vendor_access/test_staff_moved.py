"""Only an owner moves a member of the staff to another account, whose policies would then apply to them."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import httpx
import pytest

from gatehouse.access.staff_role import StaffRole
from gatehouse.kit.db import Database
from tests.backend import new_backend
from tests.identity.passwordless_steps import refusal
from tests.staff import Staff, dismiss_all, hire
from tests.world import Person, World

IDENTITY = "/identity/resources"
MIGRATIONS = f"{IDENTITY}/migrations/v1/local"
WHY = "Only an owner can change the account of a staff member"


@dataclass(frozen=True)
class Place:
    """`there` is an account of a customer, `callers` may put people into it."""

    owner: Staff
    there: Person
    callers: dict[str, httpx.AsyncClient]


@pytest.fixture
async def place(world: World, database: Database) -> AsyncIterator[Place]:
    await dismiss_all(database)
    owner, support = await hire(world, StaffRole.OWNER), await hire(world, StaffRole.SUPPORT)
    narrow = (await new_backend(world, ["vendor.read.*", "vendor.write.users"])).http
    callers = {"support": support.browser, "narrow": narrow, "owner": owner.browser}
    yield Place(owner, await world.person("Admin"), callers)
    await dismiss_all(database)


def doors(place: Place) -> dict[str, tuple[str, str, Any, dict[str, str]]]:
    account, email = str(place.there.tenant_id), place.owner.person.email
    row, headers = {"email": email, "tenantId": account}, {"frontegg-tenant-id": account}
    join = f"{IDENTITY}/users/v1/{place.owner.person.id}/tenant"
    return {
        "create": ("POST", f"{IDENTITY}/users/v1", {"email": email}, headers),
        "create without mail": ("POST", f"{IDENTITY}/vendor-only/users/v1", row, {}),
        "join": ("POST", join, {"tenantId": account, "skipInviteEmail": True}, {}),
    }


async def places(place: Place) -> list[str]:
    path = f"{IDENTITY}/users/v1/{place.owner.person.id}"
    found = (await place.callers["owner"].get(path)).json()
    return [one["tenantId"] for one in found["tenants"]]


@pytest.mark.parametrize("who", ["support", "narrow"])
async def test_no_call_adds_staff_to_another_account(place: Place, who: str):
    for name, (method, path, body, headers) in doors(place).items():
        refused = await place.callers[who].request(method, path, json=body, headers=headers)
        assert refusal(refused) == (403, "access.staff_protected"), f"{name}: {refused.text}"
    assert await places(place) == [str(place.owner.person.tenant_id)]


@pytest.mark.parametrize("who", ["support", "narrow"])
async def test_an_import_leaves_them_out_and_says_so(place: Place, who: str):
    caller, account = place.callers[who], str(place.there.tenant_id)
    email = place.owner.person.email
    row = {"email": email, "tenantId": account, "verifyUser": True}
    one = await caller.post(MIGRATIONS, json=row)
    assert (one.status_code, one.json()["errorCode"]) == (409, "user_imports.not_taken")
    assert WHY in one.text
    other = {"email": f"n{uuid4().hex}@example.test", "tenantId": account}
    begun = await caller.post(f"{MIGRATIONS}/bulk", json={"users": [row, other]})
    status = await caller.get(f"{MIGRATIONS}/bulk/status/{begun.json()['migrationId']}")
    assert (status.json()["created"], status.json()["joined"]) == (1, 0)
    assert [(found["email"], found["problem"]) for found in status.json()["failures"]] == [
        (email, WHY)
    ]
    path = f"{IDENTITY}/users/imports/v1/{uuid4()}?tenantId={account}"
    csv = {"content-type": "text/csv"}
    file = await caller.put(path, content=f"email\n{email}\n", headers=csv)
    assert (file.json()["failed"], file.json()["joined"]) == (1, 0)
    assert await places(place) == [str(place.owner.person.tenant_id)]


async def test_moving_all_members_moves_no_staff(place: Place, world: World):
    """Their own account is closed to support anyway; here they are a guest."""
    guest_in, target = await world.person("Admin"), str(place.there.tenant_id)
    await world.member_of(guest_in.tenant_id, place.owner.person.id)
    moved = {"srcTenantId": str(guest_in.tenant_id), "targetTenantId": target}
    path = f"{IDENTITY}/users/v1/tenants/migrate"
    for who in ("support", "narrow"):
        refused = await place.callers[who].put(path, json=moved)
        assert refusal(refused) == (403, "access.staff_protected"), who
    assert (await place.callers["owner"].put(path, json=moved)).status_code == 200


async def test_an_owner_adds_staff_to_another_account(place: Place):
    row = {"email": place.owner.person.email, "tenantId": str(place.there.tenant_id)}
    assert (await place.callers["owner"].post(MIGRATIONS, json=row)).status_code == 201
    assert str(place.there.tenant_id) in await places(place)
