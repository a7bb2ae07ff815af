"""Passwords that are chosen at sign-up: they count in the browser that chose them, and in no other."""

from datetime import timedelta

import pytest
from starlette.responses import Response

from gatehouse.identity.signup import signup_choices
from gatehouse.identity.signup.signup_choices import SignupChoices
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.identity.signup_steps import (
    ACTIVATE,
    CHANGE,
    GOOD,
    LOGIN,
    OTHER,
    RESEND,
    SIGN_UP,
    STRATEGY,
    credentials,
    form,
    new_address,
    sign_up_and_activate,
    stranger,
)
from tests.vendor_view import (
    get_user_by_email,
    tenant_names_of,
)


async def test_in_the_browser_that_chose_the_password_the_link_asks_for_none(asgi, world, run_jobs):
    address = new_address()
    async with stranger(asgi) as browser:
        made = await browser.post(SIGN_UP, json=form(address.upper(), password=GOOD))
        cookie = made.headers["set-cookie"]
        assert "HttpOnly; SameSite=Lax" in cookie
        assert "argon2" not in cookie
        await run_jobs()
        link = credentials(world, address)
        assert (await browser.get(STRATEGY, params=link)).json() == {"shouldSetPassword": False}
        answer = await browser.post(ACTIVATE, json=link)
        assert answer.status_code == 200
        assert answer.json()["accessToken"]
        assert [name for name in browser.cookies if "sign_up" in name] == []
        again = await browser.post(LOGIN, json={"email": address, "password": GOOD})
        assert again.status_code == 200


async def test_what_was_chosen_is_forgotten_with_the_link(asgi, world, run_jobs):
    """The cookie's value is useless after the cookie has expired."""
    address = new_address()
    async with stranger(asgi) as browser:
        await browser.post(SIGN_UP, json=form(address, password=GOOD))
        [(name, value)] = browser.cookies.items()
    clock.advance_clock(timedelta(seconds=signup_choices.SECONDS + 1))
    async with stranger(asgi) as browser:
        await browser.post(RESEND, json={"email": address})
        await run_jobs()
        kept = {"cookie": f"{name}={value}"}
        strategy = await browser.get(STRATEGY, params=credentials(world, address), headers=kept)
    assert strategy.json() == {"shouldSetPassword": True}


async def test_over_https_no_other_host_can_set_the_cookie(resources, settings):
    secure = Resources()
    for kind in (Box, VendorConfiguration):
        secure.add(kind, resources[kind])
    secure.add(Deployment, settings.model_copy(update={"public_url": "https://id.example.test"}))
    response = Response()
    signup_choices.set_signup_choices(response, secure, SignupChoices("kim@example.test", "hash"))
    cookie = response.headers["set-cookie"]
    assert cookie.startswith("__Host-fe_sign_up_")
    assert ("; Path=/;" in cookie, cookie.endswith("; Secure"), "Domain" in cookie) == (
        True,
        True,
        False,
    )
    name, _, value = cookie.partition(";")[0].partition("=")
    assert signup_choices.read_signup_choices({name: value}, secure) == SignupChoices(
        "kim@example.test", "hash"
    )
    assert signup_choices.read_signup_choices({name.removeprefix("__Host-"): value}, secure) is None


async def test_activating_one_account_leaves_what_was_chosen_for_another(asgi, world, run_jobs):
    mine, shared = new_address(), new_address()
    async with stranger(asgi) as browser:
        await browser.post(SIGN_UP, json=form(shared))
        made = await browser.post(SIGN_UP, json=form(mine, password=GOOD))
        assert len(made.headers["set-cookie"]) < 1000
        await run_jobs()
        link = credentials(world, shared)
        activated = await browser.post(ACTIVATE, json={**link, "password": OTHER})
        assert activated.status_code == 200
        assert (await browser.post(ACTIVATE, json=credentials(world, mine))).status_code == 200


async def test_a_password_changed_before_the_mail_was_opened_stays(asgi, world, run_jobs):
    address = new_address()
    await world.configure("update vendor set allow_not_verified_users_login = true")
    try:
        async with stranger(asgi) as browser:
            made = (await browser.post(SIGN_UP, json=form(address, password=GOOD))).json()
            changed = await browser.post(
                CHANGE,
                json={"password": GOOD, "newPassword": OTHER},
                headers={"authorization": made["authResponse"]["accessToken"]},
            )
            assert changed.is_success
            await run_jobs()
            links = [world.link(mail) for mail in world.mails(address)]
            [link] = [dict(one.params) for one in links if one.path == "/account/activate"]
            assert (await browser.get(STRATEGY, params=link)).json() == {"shouldSetPassword": True}
            needed = await browser.post(ACTIVATE, json=link)
            assert needed.json()["errorCode"] == "activation.password_needed"
            again = await browser.post(LOGIN, json={"email": address, "password": OTHER})
            assert again.status_code == 200
    finally:
        await world.configure("update vendor set allow_not_verified_users_login = false")


@pytest.mark.parametrize("chosen", [OTHER, GOOD])
async def test_a_password_chosen_at_a_strangers_sign_up_is_not_the_owners(
    asgi, world, run_jobs, chosen
):
    """A stranger signs up with the owner's address; the owner opens the mail and clicks."""
    address = new_address()
    async with stranger(asgi) as thief:
        await thief.post(SIGN_UP, json=form(address, password=GOOD))
    await run_jobs()
    link = credentials(world, address)
    async with stranger(asgi) as owner:
        assert (await owner.get(STRATEGY, params=link)).json() == {"shouldSetPassword": True}
        needed = await owner.post(ACTIVATE, json=link)
        assert (needed.status_code, needed.json()["errorCode"]) == (
            400,
            "activation.password_needed",
        )
        assert (await owner.post(ACTIVATE, json={**link, "password": chosen})).status_code == 200
        for password in (GOOD, OTHER):
            answer = await owner.post(LOGIN, json={"email": address, "password": password})
            assert answer.status_code == (200 if password == chosen else 401)


async def test_the_password_waits_for_its_own_address_only(asgi, world, run_jobs, resources):
    mine, theirs = new_address(), new_address()
    async with stranger(asgi) as thief, stranger(asgi) as other:
        await other.post(SIGN_UP, json=form(theirs))
        await thief.post(SIGN_UP, json=form(mine, password=GOOD))
        await run_jobs()
        link = credentials(world, theirs)
        assert (await thief.post(ACTIVATE, json=link)).status_code == 400
        [name] = thief.cookies
        for spoiled in ("", "x", "ä", "A" * 4000, thief.cookies[name][:-4] + "AAAA"):
            headers = {b"cookie": f"{name}={spoiled}".encode()}
            own = credentials(world, mine)
            answer = await other.post(ACTIVATE, json=own, headers=headers)
            assert (answer.status_code, answer.json()["errorCode"]) == (
                400,
                "activation.password_needed",
            )


async def test_signing_in_before_the_mail_does_not_tell_who_is_known(asgi, world, run_jobs):
    """A stranger signs up with a victim's address and tries the password that came along."""
    known, unknown = new_address(), new_address()
    await sign_up_and_activate(asgi, world, run_jobs, known)
    answers = []
    for address in (known, unknown):
        async with stranger(asgi) as browser:
            await browser.post(SIGN_UP, json=form(address, password=OTHER))
            answers.append(await browser.post(LOGIN, json={"email": address, "password": OTHER}))
    assert [answer.status_code for answer in answers] == [401, 401]
    assert answers[0].content == answers[1].content


@pytest.mark.parametrize(("opened", "kept"), [
    (0, ("Kim Roe", "Roe Works")), (1, ("Mallory", "Mallory Inc")),
])  # fmt: skip
async def test_a_stranger_plants_no_password_and_the_names_are_those_of_the_mail_that_is_opened(
    asgi, world, run_jobs, opened, kept
):
    """Whichever came first: only the owner of the mailbox chooses the password."""
    address = new_address()
    for extra in (
        {"password": GOOD},
        {"password": OTHER, "name": "Mallory", "companyName": "Mallory Inc"},
    ):
        async with stranger(asgi) as browser:
            await browser.post(SIGN_UP, json=form(address, **extra))
        await run_jobs()
    links = [credentials(world, address, 0), credentials(world, address, 1)]
    used, other = links[opened], links[1 - opened]
    async with stranger(asgi) as browser:
        for link in links:
            assert (await browser.get(STRATEGY, params=link)).json() == {"shouldSetPassword": True}
        assert (await browser.post(ACTIVATE, json=used)).status_code == 400
        answer = await browser.post(ACTIVATE, json={**used, "password": "the owner has chosen"})
        assert answer.status_code == 200
        assert (await browser.get(STRATEGY, params=other)).status_code == 404
    user = await get_user_by_email(world, address)
    assert (user["name"], *await tenant_names_of(world, user)) == kept
