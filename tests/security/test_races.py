"""Two that meet: whatever comes first, what was taken away stays away."""

import asyncio
from uuid import UUID

import httpx
import pytest

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
from tests.vendor_users import find_user

INVITE = "/identity/resources/users/v2"
ROLES = "/identity/resources/roles/v2"
COUNT_ROLES = "select count(*) from roles where tenant_id = $1"


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


async def test_a_sign_up_during_an_invitation_makes_one_user(asgi, world, run_jobs, backend):
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
        made = await find_user(backend, address)
        assert made is not None
        assert made["id"] == invited.json()["id"]
        async with stranger(asgi) as owner:
            link = credentials(world, address)
            assert (await owner.post(ACTIVATE, json=link)).status_code == 400
            chosen = await owner.post(ACTIVATE, json={**link, "password": OTHER})
            assert chosen.status_code == 200


@pytest.mark.parametrize("taken", ["removed", "disabled", "demoted"])
async def test_a_user_who_lost_access_writes_nothing_after_the_answer(world, new_client, db, taken):
    for _ in range(3):
        tenant_id = await world.tenant()
        boss = await world.person("Admin", tenant_id=tenant_id)
        leaving = await world.person("Admin", tenant_id=tenant_id)
        headers = {"authorization": leaving.browser.headers["authorization"]}

        async def write(number: int, headers: dict[str, str] = headers) -> int:
            body = {"name": f"Role {number}", "permissionIds": []}
            answer = await new_client().post(ROLES, json=body, headers=headers)
            return int(answer.status_code)

        assert await write(0) == 200
        first = [asyncio.create_task(write(number)) for number in range(1, 4)]
        taking = asyncio.create_task(_take_away(boss.browser, leaving.id, taken))
        later = [asyncio.create_task(write(number)) for number in range(4, 12)]
        assert (await taking).status_code == 200
        written = await db.connection.fetchval(COUNT_ROLES, tenant_id)
        codes = await asyncio.gather(*first, *later)
        assert await db.connection.fetchval(COUNT_ROLES, tenant_id) == written
        assert set(codes) <= {200, 401, 403}


async def _take_away(browser: httpx.AsyncClient, user_id: UUID, how: str) -> httpx.Response:
    if how == "removed":
        return await browser.delete(f"/identity/resources/users/v1/{user_id}")
    if how == "disabled":
        return await browser.post(f"/identity/resources/tenants/users/v1/{user_id}/disable")
    body = {"id": str(user_id), "roleIds": [""]}
    return await browser.put("/team/resources/members/v1", json=body)
