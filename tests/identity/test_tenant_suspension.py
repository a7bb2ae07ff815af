"""The vendor suspends accounts, ends the suspension, and signs all users out."""

from uuid import UUID, uuid4

import pytest

from gatehouse.access.staff_role import StaffRole
from gatehouse.identity.tenant_suspension import service as tenant_suspension
from tests.backend import new_backend
from tests.directory.api_tokens import new_machine
from tests.directory.test_tenants import V1, V2, actions
from tests.identity.browser import ME
from tests.identity.passwordless_steps import refusal
from tests.identity.signup_steps import new_address, sign_up_and_activate
from tests.identity.test_users import signs_in
from tests.scim.directory import connect
from tests.staff import dismiss_all, hire

PEOPLE = "/identity/resources/users/v3"
SUSPENDED = (403, "login.account_suspended")


async def stands(backend, tenant_id: object) -> str:
    answer = await backend.get(f"{V2}/{tenant_id}")
    status: str = answer.json()["status"]
    return status


async def test_members_of_a_suspended_account_have_no_access_until_it_is_resumed(
    backend, asgi, world, run_jobs
):
    address = new_address()
    user_id, tenant_id = await sign_up_and_activate(asgi, world, run_jobs, address)
    owner = await world.sign_in(user_id, tenant_id, address)
    machine = (await new_machine(world, owner, "tenantApiToken")).http
    assert (await machine.get(PEOPLE)).status_code == 200
    child = await backend.post(V1, json={"name": "Below", "parentTenantId": str(tenant_id)})
    below = await world.person("Admin", tenant_id=UUID(child.json()["id"]))

    answer = await backend.post(f"{V1}/{tenant_id}/suspend")
    assert (answer.status_code, answer.json()["status"]) == (200, "suspended")
    assert await stands(backend, below.tenant_id) == "suspended"
    for browser in (owner.browser, below.browser):
        assert (await browser.get(ME)).status_code == 401
    assert (await machine.get(PEOPLE)).status_code == 401
    assert await signs_in(asgi, address) == SUSPENDED
    assert (await signs_in(asgi, address, "not the password"))[0] == 401
    await run_jobs()

    answer = await backend.post(f"{V1}/{tenant_id}/resume")
    assert (answer.status_code, answer.json()["status"]) == (200, "active")
    assert await stands(backend, below.tenant_id) == "active"
    # Old sessions are over for good; people and machines come in as before.
    assert (await owner.browser.get(ME)).status_code == 401
    assert (await signs_in(asgi, address))[0] == 200
    assert (await machine.get(PEOPLE)).status_code == 200
    assert (await actions(world, tenant_id))[-2:] == ["tenant.suspended", "tenant.resumed"]


async def test_what_was_suspended_for_itself_stays_so(backend):
    top = (await backend.post(V1, json={"name": "Top"})).json()["id"]
    low = (await backend.post(V1, json={"name": "Low", "parentTenantId": top})).json()["id"]
    for one in (low, top):
        assert (await backend.post(f"{V1}/{one}/suspend")).status_code == 200
    assert (await backend.post(f"{V1}/{top}/resume")).json()["status"] == "active"
    assert await stands(backend, low) == "suspended"
    assert (await backend.post(f"{V1}/{low}/resume")).json()["status"] == "active"
    # Twice is as once.
    assert (await backend.post(f"{V1}/{low}/resume")).json()["status"] == "active"


async def test_a_user_with_another_account_goes_on_there(backend, asgi, world, run_jobs):
    address = new_address()
    user_id, tenant_id = await sign_up_and_activate(asgi, world, run_jobs, address)
    await world.member_of(await world.tenant("Elsewhere"), user_id)
    await backend.post(f"{V1}/{tenant_id}/suspend")
    assert (await signs_in(asgi, address))[0] == 200


async def test_its_directory_goes_on_keeping_people(backend, world):
    directory = await connect(world)
    await backend.post(f"{V1}/{directory.admin.tenant_id}/suspend")
    assert (await directory.user())["active"] is True


async def test_an_account_of_the_staff_is_not_suspended(world, database):
    await dismiss_all(database)
    support, owner = [await hire(world, role) for role in (StaffRole.SUPPORT, StaffRole.OWNER)]
    for member in (support, owner):
        place = f"{V1}/{member.person.tenant_id}/suspend"
        assert refusal(await support.browser.post(place)) == (403, "access.staff_protected")
        assert refusal(await owner.browser.post(place)) == (409, "tenants.staff_inside")
        assert await stands(support.browser, member.person.tenant_id) == "active"
    await dismiss_all(database)


@pytest.mark.parametrize("at_once", [1, 500])
async def test_all_users_are_signed_out_and_may_sign_in_again(
    backend, world, run_jobs, monkeypatch, at_once
):
    monkeypatch.setattr(tenant_suspension, "AT_ONCE", at_once)
    monkeypatch.setattr("gatehouse.identity.tenant_suspension.service.AT_ONCE", at_once)
    first = await world.person("Admin")
    second = await world.person("Admin", tenant_id=first.tenant_id)
    beside = await world.person("Admin")
    answer = await backend.post(f"{V1}/{first.tenant_id}/end-sessions")
    assert answer.json() == {"ended": min(at_once, 2)}
    await run_jobs()
    for person in (first, second):
        assert (await person.browser.get(ME)).status_code == 401
    assert (await beside.browser.get(ME)).status_code == 200
    again = await world.sign_in(second.id, second.tenant_id, second.email)
    assert (await again.browser.get(ME)).status_code == 200
    assert "tenant.sessions_ended" in await actions(world, first.tenant_id)


@pytest.mark.parametrize("call", ["suspend", "resume", "end-sessions"])
async def test_an_account_that_is_none_and_a_reader(backend, world, call):
    answer = await backend.post(f"{V1}/{uuid4()}/{call}")
    assert refusal(answer) == (404, "tenants.not_found")
    made = (await backend.post(V1, json={"name": "Acme"})).json()["id"]
    reader = (await new_backend(world, ["vendor.read.tenants"])).http
    assert (await reader.post(f"{V1}/{made}/{call}")).status_code == 403
    assert await stands(backend, made) == "active"
