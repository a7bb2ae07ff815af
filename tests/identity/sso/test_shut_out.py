"""A user without access cannot sign in by their company's provider either."""

import httpx
import pytest

from gatehouse.kit import clock
from tests.identity.browser import ME, REFRESH
from tests.identity.sso.company import POSTLOGIN, Company
from tests.identity.sso.test_sign_in import roles
from tests.identity.test_shut_out import LOCKED, SHUT
from tests.world import World


async def whose(browser: httpx.AsyncClient, answer: httpx.Response) -> str:
    assert answer.status_code == 200, answer.text
    headers = {"authorization": f"Bearer {answer.json()['accessToken']}"}
    found: str = (await browser.get(ME, headers=headers)).json()["id"]
    return found


@pytest.mark.parametrize("shut", [one for one in SHUT if one != "removed"])
async def test_a_user_without_access_cannot_sign_in(world: World, company: Company, shut: str):
    email = f"ada@{company.domain}"
    first = world.new_client()
    user_id = await whose(first, await company.come(first, email))
    browser = world.new_client()
    if shut == "of a deleted account":
        # A deleted account redirects no user to its provider; a sign-in under way comes too late.
        address = await company.send(browser, email)
        await world.configure(SHUT[shut], user_id, clock.now())
        back = company.provider.sign_in(address, email=email)
        body = {"code": back["code"], "RelayState": back["state"]}
        answer = await browser.post(POSTLOGIN, json=body)
        assert answer.status_code in (401, 403), answer.text
    else:
        await world.configure(SHUT[shut], user_id, clock.now())
        answer = await company.come(browser, email)
        code = LOCKED if shut == "locked by the vendor" else "login.no_access"
        assert (answer.status_code, answer.json()["errorCode"]) == (403, code), answer.text
    assert not any(name.startswith("fe_refresh") for name in browser.cookies)


async def test_a_removed_user_cannot_sign_in_until_they_are_invited_again(
    world: World, company: Company
):
    """That they work there was as true before. What they were given here before stays gone."""
    email = f"ada@{company.domain}"
    admin, first = company.admin.browser, world.new_client()
    user_id = await whose(first, await company.come(first, email))
    given = await admin.post(
        f"/identity/resources/users/v1/{user_id}/roles",
        json={"roleIds": [await company.role("Admin")]},
    )
    assert given.is_success, given.text
    assert (await admin.delete(f"/identity/resources/users/v1/{user_id}")).is_success
    assert (await first.post(REFRESH)).status_code == 401
    browser = world.new_client()
    answer = await company.come(browser, email)
    assert (answer.status_code, answer.json()["errorCode"]) == (403, "sso.refused")
    assert "Ask an administrator to invite you again" in answer.json()["errors"][0]
    assert not any(name.startswith("fe_refresh") for name in browser.cookies)
    # Where an administrator looks.
    [row] = (await admin.get("/audits", params={"action": "failed_auth"})).json()["data"]
    assert (row["email"], row["json"]["reason"]) == (email, "sso_removed")

    invited = await admin.post("/identity/resources/users/v2", json={"email": email})
    assert invited.is_success, invited.text
    assert "Admin" not in await roles(browser, await company.come(browser, email))
