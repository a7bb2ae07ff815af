"""The vendor moves accounts in the tree, vouches for phone numbers, and switches what people may do."""

from uuid import UUID, uuid4

import pytest

from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.backend import restored_backend
from tests.identity.passwordless_steps import new_number, own_number, refusal
from tests.vendor_view import get_user, member_ids

TREE = "/tenants/resources/hierarchy/v1"
LISTED = "/tenants/resources/tenants/v2"
PHONES = "/identity/resources/users/phone-numbers/v1"
POLICY = "/identity/resources/configurations/v1"
TEMPORARY = "/identity/resources/users/temporary/v1"
SETTINGS = "/tenants/resources/sub-tenants/v1"
ACCESS = "/identity/resources/sub-tenants/users/v1"
INVITE = "/identity/resources/users/v2"


@pytest.fixture
async def backend(world):
    async with restored_backend(world) as made:
        yield made.http


def place(parent: UUID, child: UUID) -> dict[str, str]:
    return {"parentTenantId": str(parent), "childTenantId": str(child)}


async def test_an_account_moves_with_all_below_it(backend, world):
    top = await world.person("Admin")
    child = await world.tenant("Child")
    grandchild = await world.tenant("Grandchild", parent=child)
    assert (await backend.post(TREE, json=place(top.tenant_id, child))).status_code == 201
    assert (await backend.post(TREE, json=place(top.tenant_id, child))).status_code == 201
    below = (await top.browser.get(TREE)).json()
    assert {(one["tenantId"], one["level"]) for one in below} == {
        (str(child), 1), (str(grandchild), 2),
    }  # fmt: skip
    asked = await backend.get(LISTED, params={"_parentTenantId": str(top.tenant_id)})
    assert [one["tenantId"] for one in asked.json()["items"]] == [str(child)]
    for parent in (grandchild, child):
        cycle = await backend.post(TREE, json=place(parent, child))
        assert refusal(cycle) == (409, "hierarchy.cycle")
    above = (await top.browser.get(f"{TREE}/parents/{grandchild}")).json()
    assert {(one["level"], one["tenantId"]) for one in above} == {
        (1, str(child)), (2, str(top.tenant_id)),
    }  # fmt: skip
    not_below = await backend.request("DELETE", TREE, json=place(top.tenant_id, grandchild))
    assert refusal(not_below) == (404, "hierarchy.not_below")
    gone = await backend.request("DELETE", TREE, json=place(top.tenant_id, child))
    assert gone.status_code == 200
    assert (await top.browser.get(TREE)).json() == []
    for ids in ((uuid4(), child), (child, uuid4())):
        assert refusal(await backend.post(TREE, json=place(*ids))) == (404, "tenants.not_found")


async def test_users_from_the_parent_lose_access_when_the_account_moves(backend, world, db):
    top = await world.person("Admin")
    child = await world.tenant("Child", parent=top.tenant_id)
    user_id, _ = await world.member(child, "Admin")
    await db.connection.execute(
        "update memberships set inherited_from = $1 where tenant_id = $2 and user_id = $3",
        top.tenant_id, child, user_id,
    )  # fmt: skip
    own_id, _ = await world.member(child, "Admin")
    await backend.request("DELETE", TREE, json=place(top.tenant_id, child))
    assert await member_ids(world, child) == {own_id}


async def test_the_tree_has_ten_levels(backend, world):
    above, below = [await world.tenant()], [await world.tenant()]
    for line, count in ((above, 5), (below, 4)):
        for _ in range(count):
            line.append(await world.tenant(parent=line[-1]))
    deep = await backend.post(TREE, json=place(above[-1], below[0]))
    assert refusal(deep) == (409, "sub_accounts.too_deep")
    assert (await backend.post(TREE, json=place(above[-2], below[0]))).status_code == 201


async def test_the_vendor_vouches_for_a_number(backend, world):
    person, other = await world.person("Admin"), await world.person("Admin")
    number = new_number()
    path = f"{PHONES}/vendor/{person.id}"
    assert (await backend.post(path, json={"phoneNumber": number})).status_code == 201
    [shown] = (await person.browser.get(f"{PHONES}/me")).json()
    assert (shown["phoneNumber"], shown["verified"]) == (number, True)
    assert (await backend.get(path)).json() == [shown]
    assert refusal(await backend.get(f"{PHONES}/vendor/{uuid4()}")) == (404, "users.not_found")
    taken = await backend.post(f"{PHONES}/vendor/{other.id}", json={"phoneNumber": number})
    assert refusal(taken) == (409, "phone_numbers.taken")
    bad = await backend.post(path, json={"phoneNumber": "12"})
    assert refusal(bad) == (400, "phone_numbers.invalid")
    others = await backend.delete(f"{PHONES}/vendor/{other.id}/{shown['id']}")
    assert refusal(others) == (404, "phone_numbers.not_found")
    assert (await backend.delete(f"{path}/{shown['id']}")).status_code == 200
    assert (await person.browser.get(f"{PHONES}/me")).json() == []
    nobody = await backend.post(f"{PHONES}/vendor/{uuid4()}", json={"phoneNumber": number})
    assert refusal(nobody) == (404, "users.not_found")
    assert await own_number(world, other.id) in (await other.browser.get(f"{PHONES}/me")).text


async def test_access_for_a_while_is_switched_off(backend, world, run_jobs):
    admin = await world.person("Admin")
    member, _ = await world.member(admin.tenant_id, "ReadOnly")
    invitation = {"email": f"{uuid4().hex[:12]}@example.test", "expirationInSeconds": 3600}
    set_path = f"{TEMPORARY}/configuration"
    answer = await backend.put(set_path, json={"enabled": False})
    assert answer.json() == {"enabled": False}
    await world.resources[VendorConfiguration].load()
    assert (await admin.browser.get(set_path)).json() == {"enabled": False}
    refused = await admin.browser.post(INVITE, json=invitation)
    assert refusal(refused) == (403, "memberships.temporary_off")
    for_a_while = await admin.browser.put(
        f"{TEMPORARY}/{member}", json={"expirationInSeconds": 3600}
    )
    assert refusal(for_a_while) == (403, "memberships.temporary_off")
    await backend.put(set_path, json={"enabled": True})
    assert (await admin.browser.post(INVITE, json=invitation)).status_code == 201


async def test_impersonation_is_refused_once_it_is_off(backend, world, db):
    admin = await world.person("Admin")
    member, address = await world.member(admin.tenant_id, "ReadOnly")
    acting = await world.sign_in(member, admin.tenant_id, address)
    await db.connection.execute(
        "update sessions set impersonator_id = $1 where id = $2", admin.id, acting.session_id
    )
    me = "/identity/resources/users/v2/me"
    assert (await acting.browser.get(me)).status_code == 200
    assert (await backend.get(f"{POLICY}/delegation")).json() == {"enabled": True}
    off = await backend.post(f"{POLICY}/delegation", json={"enabled": False})
    assert (off.status_code, off.content) == (200, b"")
    assert (await acting.browser.get(me)).status_code == 401
    await backend.post(f"{POLICY}/delegation", json={})
    assert (await backend.get(f"{POLICY}/delegation")).json() == {"enabled": False}


async def test_the_strategies_of_codes_are_set(backend):
    for name, default in (("activation", 600), ("invitation", 259_200)):
        path = f"{POLICY}/{name}/strategies"
        assert (await backend.get(path)).json() == {"strategy": "link", "codeExpiration": default}
        done = await backend.post(path, json={"strategy": "code", "codeExpiration": 300})
        assert (done.status_code, done.content) == (200, b"")
        assert (await backend.get(path)).json() == {"strategy": "code", "codeExpiration": 300}
        assert (await backend.post(path, json={"codeExpiration": 5})).status_code == 400
        assert (await backend.post(path, json={"strategy": "call"})).status_code == 400


async def test_who_joins_a_sub_account_may_enter_below_as_it_is_set(world):
    admin = await world.person("Admin")
    child = await world.tenant("Child", parent=admin.tenant_id)
    there, _ = await world.member(child, "ReadOnly")
    inside = await world.person("Admin", tenant_id=child)
    path = f"{SETTINGS}/{child}/hierarchy-settings"

    async def is_allowed(user_id: object) -> bool:
        return bool((await get_user(world, str(user_id)))["subAccountAccessAllowed"])

    shown = await admin.browser.put(path, json={"subAccountAccessType": "defaultOn"})
    assert shown.json()["subAccountAccessType"] == "defaultOn"
    assert not await is_allowed(there)
    invited = await inside.browser.post(INVITE, json={"email": f"{uuid4().hex[:9]}@example.test"})
    assert await is_allowed(invited.json()["id"])
    await admin.browser.put(path, json={"subAccountAccessType": "alwaysOn"})
    assert await is_allowed(there)
    taken = await inside.browser.put(f"{ACCESS}/{there}/access", json={"allowAccess": False})
    assert refusal(taken) == (409, "sub_accounts.access_always_on")
    own = f"{SETTINGS}/{admin.tenant_id}/hierarchy-settings"
    for browser, wrong in ((admin.browser, own), (inside.browser, path)):
        answer = await browser.put(wrong, json={"subAccountAccessType": "alwaysOn"})
        assert refusal(answer) == (404, "tenants.not_found")
    bad = await admin.browser.put(path, json={"subAccountAccessType": "sometimes"})
    assert bad.status_code == 400
