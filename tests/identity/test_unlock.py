"""A lock after wrong passwords ends by a mailed link, where the vendor offers that; native apps read what is
on."""

from datetime import timedelta
from uuid import UUID

import pytest

from gatehouse.kit import clock
from tests.identity.passwordless_steps import refusal
from tests.identity.signup_steps import (
    GOOD,
    LOGIN,
    VERIFY,
    new_address,
    sign_up_and_activate,
    stranger,
)

UNLOCK = "/identity/resources/users/v3/me/unlock"


@pytest.fixture
async def by_mail(world):
    await world.configure("update vendor set unlock_by_mail = true")
    yield
    await world.configure("update vendor set unlock_by_mail = false")


async def locked_out(asgi, run_jobs, address: str) -> None:
    async with stranger(asgi) as browser:
        for _ in range(5):
            await browser.post(LOGIN, json={"email": address, "password": "not this one"})
    await run_jobs()
    assert await signs_in(asgi, address) == 403


async def signs_in(asgi, address: str) -> int:
    async with stranger(asgi) as browser:
        answer = await browser.post(LOGIN, json={"email": address, "password": GOOD})
    return answer.status_code


async def test_the_link_ends_the_lock_once(asgi, world, run_jobs, by_mail):
    address = new_address()
    await sign_up_and_activate(asgi, world, run_jobs, address)
    await locked_out(asgi, run_jobs, address)
    link = world.link(world.mails(address)[-1])
    assert link.path == "/account/unlock"
    token = dict(link.params)["token"]
    async with stranger(asgi) as browser:
        done = await browser.post(UNLOCK, json={"token": token})
        assert (done.status_code, done.content) == (200, b"")
        assert await signs_in(asgi, address) == 200
        again = await browser.post(UNLOCK, json={"token": token})
        assert refusal(again) == (404, "unlock.link_over")
        unknown = await browser.post(UNLOCK, json={"token": "x" * 43})
        assert refusal(unknown) == (404, "unlock.link_over")
        other_use = await browser.post(VERIFY, json={"token": token, "password": GOOD})
        assert other_use.status_code in (400, 404)


async def test_an_old_link_ends_nothing(asgi, world, run_jobs, by_mail):
    address = new_address()
    await sign_up_and_activate(asgi, world, run_jobs, address)
    await locked_out(asgi, run_jobs, address)
    token = dict(world.link(world.mails(address)[-1]).params)["token"]
    clock.advance_clock(timedelta(minutes=61))
    async with stranger(asgi) as browser:
        late = await browser.post(UNLOCK, json={"token": token})
    assert refusal(late) == (404, "unlock.link_over")


async def test_the_vendors_lock_stays(asgi, world, run_jobs, by_mail, db):
    address = new_address()
    user_id, _ = await sign_up_and_activate(asgi, world, run_jobs, address)
    await locked_out(asgi, run_jobs, address)
    token = dict(world.link(world.mails(address)[-1]).params)["token"]
    await db.connection.execute(
        "update users set locked_at = $2 where id = $1", UUID(str(user_id)), clock.now()
    )
    async with stranger(asgi) as browser:
        assert (await browser.post(UNLOCK, json={"token": token})).status_code == 200
    assert await signs_in(asgi, address) == 403


async def test_without_the_switch_no_link_is_sent(asgi, world, run_jobs):
    address = new_address()
    await sign_up_and_activate(asgi, world, run_jobs, address)
    before = len(world.mails(address))
    await locked_out(asgi, run_jobs, address)
    assert len(world.mails(address)) == before


async def test_native_apps_read_flags_and_providers(client, world):
    auth = "/identity/resources/auth/v1"
    flags = await client.get(f"{auth}/feature-flags")
    assert flags.json() == (await client.get("/flags")).json()
    assert (await client.get(f"{auth}/sso/config")).json() == {}
    await world.configure(
        "insert into social_providers (id, is_custom, is_active, client_id, scopes, created_at, updated_at)"
        " values ('google', false, true, 'app-1', '{calendar}', now(), now())"
    )
    try:
        shown = (await client.get(f"{auth}/sso/config")).json()
    finally:
        await world.configure("delete from social_providers where id = 'google'")
    assert (shown["google"]["active"], shown["google"]["clientId"]) == (True, "app-1")
    assert shown["google"]["additionalScopes"] == ["calendar"]
    assert shown["google"]["authorizationUrl"].startswith("http")
