"""A person's way through a public client: from sign-up to the end of the session."""

import asyncio
from uuid import uuid4

import pytest

from gatehouse.settings import Settings, add_settings
from tests.compat.public_client import (
    CONFIGURATIONS,
    IDENTITY,
    LOGIN,
    PRODUCT,
    USERS,
    NewPublicClient,
    PublicClient,
    Refused,
)

GOOD = "seven lamps in the Harbor 9"
OTHER = "a quieter road to Trondheim"
WEAK = "passwordpassword123"


@pytest.fixture
def application(resources, settings: Settings):
    """The product brings the sign-in pages."""
    add_settings(resources, settings.model_copy(update={"application_url": PRODUCT}))
    yield
    add_settings(resources, settings)


@pytest.fixture
async def person(public_client: PublicClient, world, run_jobs, application) -> str:
    """The address of a user who has signed up here and is signed in."""
    address = f"{uuid4().hex[:12]}@example.test"
    link = await sign_up(public_client, world, run_jobs, address)
    await public_client.activate(link, GOOD)
    return address


async def sign_up(client: PublicClient, world, run_jobs, address: str) -> dict[str, str]:
    """What the client finds in the address of its activation page."""
    form = {"email": address, "name": "Kim Roe", "companyName": "Roe Works", "recaptchaToken": ""}
    answer = await client.call("POST", f"{USERS}/signUp", form)
    assert answer["shouldActivate"] is True
    await run_jobs()
    url = world.link(world.mails(address)[-1])
    assert str(url).startswith(f"{PRODUCT}/account/activate?")
    return dict(url.params)


async def test_the_mailed_link_opens_the_products_own_page(
    public_client: PublicClient, world, run_jobs, application
):
    address = f"{uuid4().hex[:12]}@example.test"
    link = await sign_up(public_client, world, run_jobs, address)
    query = f"userId={link['userId']}&token={link['token']}"
    strategy = await public_client.get(f"{USERS}/activate/strategy?{query}")
    assert strategy["shouldSetPassword"] is True
    rules = await public_client.get(f"{USERS}/passwords/config?userId={link['userId']}")
    assert rules["minLength"] == 15
    # The oldest first try without a password; nothing of that may use the link up.
    with pytest.raises(Refused, match="Choose a password"):
        await public_client.call("POST", f"{USERS}/activate", link)
    with pytest.raises(Refused, match="easy to guess"):
        await public_client.activate(link, WEAK)
    user = await public_client.activate(link, GOOD)
    assert (user["email"], user["name"], user["verified"]) == (address, "Kim Roe", True)
    assert [role["key"] for role in user["roles"]] == ["Admin"]
    assert all(permission["key"] for permission in user["permissions"])
    assert isinstance(user["metadata"], str)
    assert [tenant["name"] for tenant in user["tenants"]] == ["Roe Works"]
    assert user["tenants"][0]["tenantId"] == user["tenantId"]
    with pytest.raises(Refused, match="Activation link expired"):
        await public_client.get(f"{USERS}/activate/strategy?{query}")


async def test_a_reload_and_racing_tabs_keep_the_session(public_client: PublicClient, person: str):
    again = await public_client.renew()
    assert again["email"] == person
    tabs = await asyncio.gather(*(public_client.renew() for _ in range(4)))
    assert {tab["email"] for tab in tabs} == {person}
    assert (await public_client.renew())["email"] == person


async def test_what_is_asked_for_after_sign_in(public_client: PublicClient, person: str):
    assert await public_client.get(f"{CONFIGURATIONS.replace('/v1', '')}/sessions/v1")
    features = await public_client.get("/entitlements/api/v2/user-entitlements")
    assert features["features"] == {}
    assert features["permissions"]["fe.secure.*"] is True
    settings = await public_client.get("/tenants/resources/account-settings/v1")
    assert settings["name"] == "Roe Works"


async def test_log_out_ends_it_in_every_tab(public_client: PublicClient, person: str):
    await public_client.log_out()
    with pytest.raises(Refused, match="Session not found"):
        await public_client.renew()


async def test_a_wrong_password_and_then_the_right_one(
    public_client: PublicClient, new_public_client: NewPublicClient, person: str
):
    elsewhere = new_public_client()
    # Newer clients first ask whether the address signs in through its own provider.
    prelogin = f"{IDENTITY}/auth/v2/user/sso/prelogin"
    with pytest.raises(Refused, match="SSO domain was not found"):
        await elsewhere.call("POST", prelogin, {"email": person})
    with pytest.raises(Refused, match="Incorrect email or password"):
        await elsewhere.log_in(person, "Wrong-horse-battery-1")
    assert (await elsewhere.log_in(person, GOOD))["email"] == person


async def test_too_many_wrong_passwords_say_so(new_public_client: NewPublicClient, person: str):
    elsewhere = new_public_client()
    for _ in range(5):
        with pytest.raises(Refused, match="Incorrect email or password"):
            await elsewhere.log_in(person, "Wrong-horse-battery-1")
    with pytest.raises(Refused, match="Too many failed attempts"):
        await elsewhere.log_in(person, GOOD)


async def test_a_forgotten_password(
    public_client: PublicClient, new_public_client: NewPublicClient, person: str, world, run_jobs
):
    elsewhere = new_public_client()
    for address in (person, "nobody@example.test"):
        await elsewhere.call("POST", f"{USERS}/passwords/reset", {"email": address})
    await run_jobs()
    url = world.link(world.mails(person)[-1])
    assert str(url).startswith(f"{PRODUCT}/account/reset-password?")
    verify = f"{USERS}/passwords/reset/verify"
    for refused, why in ((WEAK, "easy to guess"), (GOOD, "used this password before")):
        with pytest.raises(Refused, match=why):
            await elsewhere.call("POST", verify, {"password": refused, **url.params})
    await elsewhere.call("POST", verify, {"password": OTHER, **url.params})
    with pytest.raises(Refused, match="Incorrect"):
        await elsewhere.call("POST", LOGIN, {"email": person, "password": GOOD})
    assert (await elsewhere.log_in(person, OTHER))["email"] == person
    with pytest.raises(Refused, match="Session not found"):
        await public_client.renew()


async def test_the_profile_is_sent_back_whole(public_client: PublicClient, person: str):
    me = await public_client.get(f"{IDENTITY}/users/v2/me?addRoles=true")
    changed = {**me, **public_client.claims, "name": "Kim Stone", "metadata": '{"jobTitle": "CEO"}'}
    saved = await public_client.call("PUT", f"{IDENTITY}/users/v2/me", changed)
    assert saved["name"] == "Kim Stone"
    again = await public_client.renew()
    assert (again["name"], again["email"]) == ("Kim Stone", person)
    assert '"jobTitle"' in again["metadata"]


async def test_a_changed_password_keeps_this_session(public_client: PublicClient, person: str):
    change = f"{USERS}/passwords/change"
    with pytest.raises(Refused, match="current password is incorrect"):
        await public_client.call("POST", change, {"password": WEAK, "newPassword": OTHER})
    await public_client.call("POST", change, {"password": GOOD, "newPassword": OTHER})
    assert (await public_client.renew())["email"] == person
