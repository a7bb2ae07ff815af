"""An invitation that was not accepted changes nothing for the invited user (ADR 9)."""

import pytest

from tests.audit_log import audit_entries
from tests.identity.signup_steps import (
    ACTIVATE,
    CHANGE,
    GOOD,
    LOGIN,
    OTHER,
    RESET,
    SIGN_UP,
    credentials,
    form,
    new_address,
    sign_up_and_activate,
    stranger,
)
from tests.world import Person

USERS = "/identity/resources/users/v2"
CONFIGURATIONS = "/identity/resources/configurations/v1"


@pytest.fixture
async def mallory(world) -> Person:
    """The administrator of another company, which has strict rules."""
    admin: Person = await world.person(
        "Admin", tenant_id=await world.tenant("Glowworm Kaleidoscope")
    )
    for name, number in (("lockout", "maxAttempts"), ("password-history", "historySize")):
        url = f"{CONFIGURATIONS}/{name}-policy"
        assert (await admin.browser.post(url, json={"enabled": True, number: 3})).is_success
    return admin


async def invite(mallory: Person, address: str) -> None:
    assert (await mallory.browser.post(USERS, json={"email": address})).status_code == 201


async def sign_in(asgi, address: str, password: str) -> int:
    async with stranger(asgi) as browser:
        answer = await browser.post(LOGIN, json={"email": address, "password": password})
    return answer.status_code


async def test_a_pending_invitation_does_not_change_login_attempts(asgi, world, run_jobs, mallory):
    address = new_address()
    await sign_up_and_activate(asgi, world, run_jobs, address)
    await invite(mallory, address)
    for _ in range(3):
        assert await sign_in(asgi, address, "wrong") == 401
    assert await sign_in(asgi, address, GOOD) == 200


async def test_a_pending_invitation_sets_no_password_rules(asgi, world, run_jobs, mallory):
    address = new_address()
    person = await world.sign_in(
        *await sign_up_and_activate(asgi, world, run_jobs, address), address
    )
    await invite(mallory, address)
    current = GOOD
    for new in (OTHER, "glowworm kaleidoscope", GOOD):
        body = {"password": current, "newPassword": new}
        assert (await person.browser.post(CHANGE, json=body)).status_code == 201, new
        current = new


async def test_a_joining_user_is_told_not_to_use_the_companys_name(asgi, world, run_jobs, mallory):
    address = new_address()
    await invite(mallory, address)
    await run_jobs()
    link = credentials(world, address)
    async with stranger(asgi) as browser:
        named = await browser.post(ACTIVATE, json={**link, "password": "glowworm kaleidoscope"})
        assert (named.status_code, named.json()["errorCode"]) == (400, "passwords.too_personal")
        assert (await browser.post(ACTIVATE, json={**link, "password": GOOD})).is_success


async def test_the_inviting_company_does_not_hear_of_what_the_person_does(
    asgi, world, run_jobs, db, mallory
):
    """A user who was removed from every other company."""
    known, unknown = new_address(), new_address()
    user_id, _ = await sign_up_and_activate(asgi, world, run_jobs, known)
    await db.connection.execute("delete from memberships where user_id = $1", user_id)
    await db.connection.execute("update users set default_tenant_id = null where id = $1", user_id)
    heard = []
    for address in (known, unknown):
        await invite(mallory, address)
        await sign_in(asgi, address, "wrong")
        async with stranger(asgi) as browser:
            await browser.post(RESET, json={"email": address})
            await browser.post(SIGN_UP, json=form(address))
        await run_jobs()
        entries = await audit_entries(world, mallory.tenant_id)
        heard += [entry["action"] for entry in entries if entry["email"] == address]
    assert heard == []
