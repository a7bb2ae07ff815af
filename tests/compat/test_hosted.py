"""A person's way through a public client whose login box is ours: sign in, reload, step up, sign out."""

import pytest

from gatehouse.access.step_up import MULTI_FACTOR_CLASS
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.compat.hosted_client import HostedClient
from tests.compat.public_client import GENERATIONS, NewPublicClient, Refused
from tests.identity.test_sessions_refresh import join
from tests.world import World

SWITCH = "/identity/resources/users/v1/tenant"
STEP_UP = [one for one in GENERATIONS if one.version in ("6.207", "7.119")]


@pytest.fixture
def hosted(new_public_client: NewPublicClient, world: World) -> HostedClient:
    client_id = world.resources[VendorConfiguration].current.default.client_id
    return HostedClient(new_public_client(), str(client_id))


async def test_sign_in_renew_reload_and_out(hosted: HostedClient, world: World):
    person = await world.person("Admin")
    place = await hosted.sign_in_on_our_page(await hosted.go(), world, person)
    await hosted.exchange(place)
    assert (hosted.user["email"], hosted.user["tenantId"]) == (person.email, str(person.tenant_id))
    assert hosted.user["roles"][0]["key"] == "Admin"  # of `me`, in the place of the token's keys

    before = hosted.user["refreshToken"]
    await hosted.renew()
    assert hosted.user["refreshToken"] != before
    if hosted.refreshes_silently:
        await hosted.silently()
        assert hosted.user["email"] == person.email
    await hosted.exchange(await hosted.go())  # another tab is in at once

    await hosted.log_out()
    with pytest.raises(Refused):
        await hosted.renew()
    with pytest.raises(Refused):
        await hosted.silently()
    assert (await hosted.go()).startswith("/oauth/account/login?")


async def test_another_account_stays_after_a_reload(hosted: HostedClient, world: World):
    person = await world.person("Admin")
    second = await world.tenant("Second")
    await join(world, person.id, second)
    place = await hosted.sign_in_on_our_page(await hosted.go(), world, person)
    await hosted.exchange(place)
    await hosted.public.call("PUT", SWITCH, {"tenantId": str(second)})
    await hosted.renew()
    assert hosted.user["tenantId"] == str(second)
    if hosted.refreshes_silently:
        await hosted.silently()
        assert hosted.user["tenantId"] == str(second)
    await hosted.exchange(await hosted.go())
    assert hosted.user["tenantId"] == str(second)


async def test_a_code_is_only_for_who_asked(hosted: HostedClient, world: World):
    person = await world.person("Admin")
    place = await hosted.sign_in_on_our_page(await hosted.go(), world, person)
    right, hosted.verifier = hosted.verifier, "0" * 16
    with pytest.raises(Refused):
        await hosted.exchange(place)
    hosted.verifier = right  # a wrong try has used it up
    with pytest.raises(Refused):
        await hosted.exchange(place)


@pytest.mark.parametrize("generation", STEP_UP, ids=str)
async def test_step_up_is_on_our_page(hosted: HostedClient, world: World):
    person = await world.person("Admin")
    place = await hosted.sign_in_on_our_page(await hosted.go(), world, person)
    await hosted.exchange(place)
    assert hosted.user.get("acr") != MULTI_FACTOR_CLASS
    page = await hosted.go(acr_values=MULTI_FACTOR_CLASS, max_age="300")
    assert page.startswith("/oauth/account/step-up?"), page
    assert "maxAge=300" in page
