"""Sign-ups of one address and mailed codes: the owner keeps the company of their own sign-up."""

import asyncio
import re
from datetime import timedelta

import asyncpg
import pytest

from gatehouse.kit import clock
from tests.identity.sign_up_ownership_steps import (
    INVITE,
    NOT_MINE,
    VERA,
    claims_of,
    enter_at_once,
    invite,
    let_in_at_once,
    memberships,
)
from tests.identity.signup_steps import (
    ACTIVATE,
    GOOD,
    OTHER,
    RESEND,
    SIGN_UP,
    credentials,
    form,
    new_address,
    stranger,
)
from tests.identity.software_key import SoftwareKey
from tests.identity.test_consents import CONSENTS, ledgerly  # noqa: F401  a fixture
from tests.identity.test_passkeys import DEVICES
from tests.identity.test_passkeys import sign_in as sign_in_with_passkey
from tests.security.test_session_locks import until_waiting

PASSWORDLESS = "/identity/resources/auth/v1/passwordless/code"


DEFAULT_TENANT = "select default_tenant_id from users where email = $1"


@pytest.mark.parametrize("other_signs_up", [True, False])
async def test_the_browser_knows_its_sign_up_for_longer_than_the_link_lives(
    asgi, world, run_jobs, db, other_signs_up
):
    """Where users sign in by mailed codes they prove the address when they sign in for the second time."""
    address, friend = new_address(), new_address()
    await world.configure("update vendor set auth_strategy = 'Code'")
    try:
        async with let_in_at_once(world), stranger(asgi) as owner, stranger(asgi) as another:
            made = await enter_at_once(owner, address, metadata='{"plan": "pro"}', **VERA)
            await run_jobs()
            await invite_and_accept_by_code(asgi, world, run_jobs, owner, friend)
            clock.advance_clock(timedelta(days=45))
            if other_signs_up:
                await another.post(SIGN_UP, json=form(address, **NOT_MINE))
                await run_jobs()
            await owner.post(f"{PASSWORDLESS}/prelogin", json={"email": address})
            await run_jobs()
            code = code_in(world.mails(address)[-1])
            entered = await owner.post(f"{PASSWORDLESS}/postlogin", json={"token": code})
            assert entered.status_code == 201, entered.text
            assert claims_of(entered)["tenantId"] == made["tenantId"]
        assert await memberships(db, address) == [("Prospect GmbH", True)]
    finally:
        await world.configure("update vendor set auth_strategy = 'EmailAndPassword'")


async def test_a_password_waits_in_the_browser_no_longer_than_its_link(asgi, world, run_jobs):
    address = new_address()
    async with stranger(asgi) as browser:
        await browser.post(SIGN_UP, json=form(address, password=GOOD))
        clock.advance_clock(timedelta(hours=73))
        await browser.post(RESEND, json={"email": address})
        await run_jobs()
        link = credentials(world, address)
        assert (await browser.post(ACTIVATE, json=link)).status_code == 400
        assert (await browser.post(ACTIVATE, json={**link, "password": OTHER})).status_code == 200


async def test_a_mailed_code_that_signs_in_proves_the_address_alike(asgi, world, run_jobs):
    address, friend = new_address(), new_address()
    await world.configure("update vendor set auth_strategy = 'Code'")
    try:
        async with let_in_at_once(world), stranger(asgi) as thief, stranger(asgi) as owner:
            first = await enter_at_once(thief, address, **VERA)
            await run_jobs()
            await invite_and_accept_by_code(asgi, world, run_jobs, thief, friend)
            await owner.post(f"{PASSWORDLESS}/prelogin", json={"email": address})
            await run_jobs()
            code = code_in(world.mails(address)[-1])
            entered = await owner.post(f"{PASSWORDLESS}/postlogin", json={"token": code})
            assert entered.status_code == 201, entered.text
            assert claims_of(entered)["tenantId"] != first["tenantId"]
    finally:
        await world.configure("update vendor set auth_strategy = 'EmailAndPassword'")


async def test_a_mailed_code_makes_the_company_of_the_sign_up_the_one_to_enter(
    asgi, world, run_jobs, db
):
    address = new_address()
    await invite(world, run_jobs, address)
    await world.configure("update vendor set auth_strategy = 'Code'")
    try:
        async with stranger(asgi) as owner:
            made = (await owner.post(SIGN_UP, json=form(address, **VERA))).json()
            await run_jobs()
            await owner.post(f"{PASSWORDLESS}/prelogin", json={"email": address})
            await run_jobs()
            code = code_in(world.mails(address)[-1])
            entered = await owner.post(f"{PASSWORDLESS}/postlogin", json={"token": code})
            assert entered.status_code == 201, entered.text
    finally:
        await world.configure("update vendor set auth_strategy = 'EmailAndPassword'")
    found = await db.connection.fetchval(DEFAULT_TENANT, address)
    assert str(found) == made["tenantId"] == claims_of(entered)["tenantId"]


@pytest.mark.parametrize("proof", ["link", "mailed code"])
async def test_what_the_first_user_is_adding_at_that_moment_opens_nothing(
    asgi, world, run_jobs, db, database_url, proof
):
    """The request of the first user has begun, and ends after the owner has opened the mail."""
    address, key = new_address(), SoftwareKey()
    strategy = "EmailAndPassword" if proof == "link" else "Code"
    await world.configure(f"update vendor set auth_strategy = '{strategy}'")
    try:
        async with let_in_at_once(world), stranger(asgi) as thief, stranger(asgi) as owner:
            await enter_at_once(thief, address, password=OTHER if proof == "link" else None, **VERA)
            await run_jobs()
            if proof == "link":
                path, body = ACTIVATE, {**credentials(world, address), "password": GOOD}
            else:
                await owner.post(f"{PASSWORDLESS}/prelogin", json={"email": address})
                await run_jobs()
                path = f"{PASSWORDLESS}/postlogin"
                body = {"token": code_in(world.mails(address)[-1])}
            options = (await thief.post(DEVICES)).json()["options"]
            holding = await asyncpg.connect(database_url)
            await holding.execute("begin; lock table audits in share row exclusive mode")
            adding = asyncio.create_task(thief.post(f"{DEVICES}/verify", json=key.create(options)))
            await until_waiting(db, 1)
            proving = asyncio.create_task(owner.post(path, json=body))
            await until_waiting(db, 2)
            await holding.execute("commit")
            await holding.close()
            assert (await adding).status_code == 200
            assert (await proving).is_success
        async with stranger(asgi) as thief:
            assert (await sign_in_with_passkey(thief, key)).status_code == 400
    finally:
        await world.configure("update vendor set auth_strategy = 'EmailAndPassword'")


async def invite_and_accept_by_code(asgi, world, run_jobs, browser, friend: str) -> None:
    body = {"email": friend, "roleIds": [], "provider": "local"}
    assert (await browser.post(INVITE, json=body)).status_code == 201
    await run_jobs()


def code_in(mail) -> str:
    found = re.search(r"\b(\d{6})\b", mail.get_body(("plain",)).get_content())
    assert found
    return found.group(1)
