"""Two that meet: whatever comes first, what was taken away stays away."""

import asyncio

from tests.identity.browser import ME, REFRESH
from tests.identity.signup_steps import (
    ACTIVATE,
    GOOD,
    LOGIN,
    OTHER,
    RESET,
    SIGN_UP,
    VERIFY,
    credentials,
    form,
    new_address,
    sign_up_and_activate,
    stranger,
)

INVITE = "/identity/resources/users/v2"


async def test_no_sign_in_with_the_old_password_outlives_a_reset(asgi, world, run_jobs):
    address = new_address()
    await sign_up_and_activate(asgi, world, run_jobs, address)
    async with stranger(asgi) as owner:
        await owner.post(RESET, json={"email": address})
        await run_jobs()
        link = credentials(world, address)
        thieves = [stranger(asgi) for _ in range(6)]
        reset, *answers = await asyncio.gather(
            owner.post(VERIFY, json={**link, "password": OTHER}),
            *(thief.post(LOGIN, json={"email": address, "password": GOOD}) for thief in thieves),
        )
    assert reset.status_code == 201
    for thief, answer in zip(thieves, answers, strict=True):
        assert answer.status_code in (200, 401, 403)
        bearer = {"authorization": f"Bearer {answer.json().get('accessToken', 'none')}"}
        assert (await thief.get(ME, headers=bearer)).status_code == 401
        assert (await thief.post(REFRESH)).status_code == 401


async def test_signing_up_and_being_invited_at_once_makes_one_person(asgi, world, run_jobs, db):
    admin = await world.person("Admin")
    for _ in range(5):
        address = new_address()
        async with stranger(asgi) as browser:
            invited, signed_up = await asyncio.gather(
                admin.browser.post(INVITE, json={"email": address}),
                browser.post(SIGN_UP, json=form(address, password=GOOD)),
            )
            assert (invited.status_code, signed_up.status_code) == (201, 201)
        await run_jobs()
        person = await db.connection.fetchval("select id from users where email = $1", address)
        assert str(person) == invited.json()["id"]
        async with stranger(asgi) as owner:
            link = credentials(world, address)
            assert (await owner.post(ACTIVATE, json=link)).status_code == 400
            chosen = await owner.post(ACTIVATE, json={**link, "password": OTHER})
            assert chosen.status_code == 200
