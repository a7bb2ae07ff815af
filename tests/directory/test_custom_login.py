"""The custom login of an account: where its people sign in and go on to, and by which name."""

from uuid import uuid4

import httpx
import pytest

from tests.world import Person, World

SETTINGS = "/tenants/resources/account-settings/v1"
PUBLIC = f"{SETTINGS}/public"
DETAILS = ("website", "address", "timezone", "dateFormat", "timeFormat", "currency", "logo")
CHANGE = "fe.secure.write.accountSettings"
READ = "fe.secure.read.accountSettings"


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin", tenant_id=await world.tenant("Acme"))


def custom_login() -> dict[str, str]:
    return {
        "alias": f"acme-{uuid4().hex[:8]}",
        "loginUrl": "https://login.acme.test/",
        "applicationUrl": "https://app.acme.test/home",
    }


async def test_an_account_has_a_login_of_its_own(admin: Person, client: httpx.AsyncClient):
    wanted = custom_login()
    answer = await admin.browser.put(SETTINGS, json=wanted)
    assert answer.status_code == 200, answer.text
    unset = dict.fromkeys(DETAILS, "")
    known = {"tenantId": str(admin.tenant_id), "name": "Acme", **unset}
    shown = {**known, "hasCustomLogin": True, **wanted}
    assert answer.json() == (await admin.browser.get(SETTINGS)).json() == shown
    public = {
        "tenantId": str(admin.tenant_id),
        "applicationUrl": wanted["applicationUrl"],
        "loginUrl": wanted["loginUrl"],
    }
    for name, value in (
        ("frontegg-tenant-id", str(admin.tenant_id)),
        ("frontegg-login-alias", wanted["alias"]),
    ):
        assert (await client.get(PUBLIC, headers={name: value})).json() == public
    cleared = await admin.browser.put(SETTINGS, json=dict.fromkeys(wanted, ""))
    assert cleared.json() == {**known, "hasCustomLogin": False, **dict.fromkeys(wanted, "")}


async def test_the_same_again_is_no_change(admin: Person):
    wanted = custom_login()
    await admin.browser.put(SETTINGS, json=wanted)
    for again in (wanted, {"alias": wanted["alias"]}, {"alias": f" {wanted['alias']} "}):
        refused = await admin.browser.put(SETTINGS, json=again)
        assert refused.status_code == 400
        assert refused.json()["errors"] == ["No changes to update"]
        assert refused.json()["errorCode"] == "account.nothing_changed"
    # A client that sends the whole object back changes something else, or nothing at all.
    assert (await admin.browser.put(SETTINGS, json={**wanted, "name": "Acme"})).status_code == 200


async def test_it_takes_its_own_permission(world: World):
    editor = await world.person(permissions=(READ, CHANGE))
    wanted = custom_login()
    refused = await editor.browser.put(SETTINGS, json={"name": "Ours", **wanted})
    assert refused.status_code == 403
    assert (await editor.browser.get(SETTINGS)).json()["alias"] == ""
    assert (await editor.browser.put(SETTINGS, json={"name": "Ours"})).status_code == 200
    own = "fe.account-settings.write.custom-login-box"
    keeper = await world.person(permissions=(READ, CHANGE, own))
    assert (await keeper.browser.put(SETTINGS, json=wanted)).status_code == 200


async def test_an_alias_is_one_accounts(world: World, admin: Person):
    wanted = custom_login()
    await admin.browser.put(SETTINGS, json=wanted)
    other = await world.person("Admin")
    refused = await other.browser.put(SETTINGS, json={"alias": wanted["alias"]})
    assert (refused.status_code, refused.json()["errorCode"]) == (409, "account.alias_taken")


@pytest.mark.parametrize(
    "wrong",
    [
        {"alias": "-acme"},
        {"alias": "ac me"},
        {"alias": "a" * 64},
        {"loginUrl": "http://login.acme.test"},
        {"loginUrl": "javascript:alert(1)"},
        {"applicationUrl": "https://somebody@app.acme.test"},
        {"applicationUrl": "acme.test"},
    ],
    ids=lambda wrong: next(iter(wrong.values()))[:20],
)
async def test_an_unreachable_login_address_is_refused(admin: Person, wrong: dict[str, str]):
    assert (await admin.browser.put(SETTINGS, json=wrong)).status_code == 400
    assert (await admin.browser.get(SETTINGS)).json()["hasCustomLogin"] is False
