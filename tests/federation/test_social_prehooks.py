"""The vendor's service is asked before a social account becomes a new user."""

import pytest

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token
from tests.federation.provider import FakeProvider, Person
from tests.federation.social_steps import Social, an_address, codes_of
from tests.prehooks.conftest import ALLOW, Service, blocked, says
from tests.prehooks.conftest import service as service
from tests.vendor_view import address_exists, get_user


@pytest.fixture
async def social(resources, service: Service, provider: FakeProvider, asgi):
    provider.person = Person(new_token(8), an_address())
    made = Social(resources, provider, asgi)
    await made.offer()
    yield made
    clock.reset_clock()  # the change is of now
    await made.apply('[remove]\ncustom_social = ["partner"]')


async def test_a_blocked_one_leaves_nothing_and_the_next_try_is_asked_about_anew(
    service: Service, social: Social, world
):
    await service.hook("SIGN_UP")
    service.replies(blocked("Not yet."))
    email = str(social.provider.person.email)
    refused = await social.sign_in()
    assert (refused.status_code, codes_of(refused)) == (403, ["prehooks.blocked"])
    assert refused.json()["errors"] == ["Not yet."]
    assert not await address_exists(world, email)
    service.replies(ALLOW)
    first = await social.sign_in()
    assert first.status_code == 200, first.text
    again = await social.sign_in()
    assert again.json()["userId"] == first.json()["userId"]
    asked = service.asked("SIGN_UP")
    assert [one["data"]["method"] for one in asked] == ["social", "social"]
    assert asked[0]["data"]["user"]["email"] == email


async def test_they_come_into_the_account_that_is_named(service: Service, social: Social, world):
    tenant_id = await world.tenant("Those we know")
    await world.member(tenant_id, "Admin")
    await service.hook("SIGN_UP")
    response = {"tenant": {"id": str(tenant_id)}, "user": {"name": "Kim Roe"}}
    service.replies(says({"verdict": "allow", "response": response}))
    answer = await social.sign_in()
    assert answer.status_code == 200, answer.text
    assert (answer.json()["tenantId"], answer.json()["name"]) == (str(tenant_id), "Kim Roe")
    user = await get_user(world, answer.json()["userId"])
    assert user["tenantIds"] == [str(tenant_id)]


async def test_an_account_of_the_vendors_own_people_is_no_place(
    service: Service, social: Social, world
):
    staff = await world.person("Admin")
    await world.configure(
        "insert into staff (user_id, role, created_at) values ($1, 'owner', now())", staff.id
    )
    await world.configure(
        "update users set default_tenant_id = $2 where id = $1", staff.id, staff.tenant_id
    )
    await service.hook("SIGN_UP")
    response = {"tenant": {"id": str(staff.tenant_id)}}
    service.replies(says({"verdict": "allow", "response": response}))
    answer = await social.sign_in()
    await world.configure("delete from staff where user_id = $1", staff.id)
    assert (answer.status_code, codes_of(answer)) == (503, ["prehooks.unanswered"])


async def test_who_comes_by_an_invite_link_may_enter_the_accounts_below(
    service: Service, social: Social, world
):
    admin = await world.person("Admin")
    made = await admin.browser.post(
        "/identity/resources/tenants/invites/v1/user", json={"shouldSendEmail": False}
    )
    await service.hook("SIGN_UP")
    response = {"user": {"allowSubaccountAccess": True}}
    service.replies(says({"verdict": "allow", "response": response}))
    answer = await social.sign_in(invitationToken=made.json()["token"])
    assert answer.status_code == 200, answer.text
    assert (answer.json()["tenantId"], answer.json()["isNewUser"]) == (str(admin.tenant_id), True)
    user = await get_user(world, answer.json()["userId"])
    assert (user["subAccountAccessAllowed"], user["activatedForTenant"]) == (True, True)
