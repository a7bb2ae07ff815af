"""Changing one's own password, and the rules that every new one meets."""

from itertools import pairwise

import pytest

from gatehouse.settings import add_settings
from tests.audit_log import audit_entries
from tests.identity.signup_steps import (
    CHANGE,
    GOOD,
    OTHER,
    new_address,
    sign_up_and_activate,
)
from tests.vendor_view import password_fits

CONFIG = "/identity/resources/configurations/v1/password"
CONFIG_OF = "/identity/resources/users/v1/passwords/config"
MINE = "/identity/resources/users/sessions/v1/me"


@pytest.fixture
async def person(asgi, world, run_jobs):
    """Signed in; the password is `GOOD`."""
    address = new_address()
    user_id, tenant_id = await sign_up_and_activate(asgi, world, run_jobs, address)
    return await world.sign_in(user_id, tenant_id, address)


async def change(person, new: object, current: object = GOOD):
    return await person.browser.post(CHANGE, json={"password": current, "newPassword": new})


async def test_a_change_ends_the_other_sessions_and_tells_the_owner(world, run_jobs, person):
    other = await world.sign_in(person.id, person.tenant_id, person.email)
    answer = await change(person, OTHER)
    assert (answer.status_code, answer.content) == (201, b"")
    assert await password_fits(world, person.email, OTHER)
    assert (await person.browser.get(MINE)).status_code == 200
    assert (await other.browser.get(MINE)).status_code == 401
    await run_jobs()
    assert world.mails(person.email)[-1]["Subject"] == "Your Gatehouse password was changed"
    [entry] = await audit_entries(world, person.tenant_id, "user.password_changed")
    assert entry["severity"] == "Medium"
    assert entry["json"] == {"user_id": str(person.id), "by_link": False}


async def test_a_wrong_current_password_changes_nothing_and_is_limited(world, person):
    for _ in range(10):
        refused = await change(person, OTHER, current="not the current one")
        assert (refused.status_code, refused.json()["errorCode"]) == (
            400,
            "passwords.wrong_current",
        )
    assert (await change(person, OTHER)).status_code == 429
    assert await password_fits(world, person.email, GOOD)


async def test_no_password_is_changed_without_a_session(client):
    answer = await client.post(CHANGE, json={"password": GOOD, "newPassword": OTHER})
    assert answer.status_code == 401


@pytest.mark.parametrize(
    ("new", "code"),
    [
        ("fourteen chars", "passwords.too_short"),
        ("n" * 257, "passwords.too_long"),
        ("1qaz2wsx3edc4rfv", "passwords.breached"),
        ("1QAZ2WSX3EDC4RFV", "passwords.breached"),
        ("iloveyouiloveyou", "passwords.too_weak"),
        ("qwertyuiop[]asdfghjkl", "passwords.too_weak"),
        ("roeworks-RoeWorks-roe-works", "passwords.too_personal"),
        (GOOD, "passwords.reused"),
    ],
)
async def test_a_bad_password_is_refused_with_its_reason(world, person, new, code):
    refused = await change(person, new)
    assert (refused.status_code, refused.json()["errorCode"]) == (400, code)
    assert await password_fits(world, person.email, GOOD)


@pytest.mark.parametrize(
    "new",
    [
        "Gatehouse-demo-1",
        "only lower case words here",
        "  spaces around stay  ",
        "ünïcödé pässwörd ☂ 長い",
        "Kaleidoscope of 64 characters and more: river, anvil, tulip, quartz, mango",
        "".join(chr(0x61 + n * 7 % 26) for n in range(256)),
    ],
)
async def test_a_good_password_is_kept_to_the_letter(world, person, new):
    assert (await change(person, new)).status_code == 201
    assert await password_fits(world, person.email, new)
    for near in (new[:-1], new.swapcase(), new.strip() + "x", new[:72]):
        assert near == new or not await password_fits(world, person.email, near)


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{}", b"null", b'{"password": "x"}', b'{"newPassword": "seven lamps in a row"}',
        b'{"password": null, "newPassword": null}', b'{"password": 1, "newPassword": 2}',
        b'{"password": "a", "newPassword": "\\ud800\\ud800 lone surrogates here"}',
    ],
)  # fmt: skip
async def test_a_malformed_change_is_400(person, body):
    headers = {"content-type": "application/json"}
    answer = await person.browser.post(CHANGE, content=body, headers=headers)
    assert answer.status_code == 400
    assert answer.json()["errors"]


async def test_the_rules_are_public_and_the_same_for_all_users(client, person):
    answer = await client.get(CONFIG)
    assert answer.status_code == 200
    assert answer.json() == {
        "minLength": 15, "maxLength": 256, "allowPassphrases": True, "minPhraseLength": 15,
        "blockPwnedPasswords": True,
        "minOptionalTestsToPass": 0, "requiredTests": {"checkThreeRepeatedChars": False},
        "optionalTests": {
            "requireLowercase": False, "requireUppercase": False, "requireNumbers": False,
            "requireSpecialChars": False,
        },
    }  # fmt: skip
    for user_id in (person.id, "undefined", "00000000-0000-0000-0000-000000000000"):
        of_user = await client.get(CONFIG_OF, params={"userId": str(user_id)})
        assert (of_user.status_code, of_user.json()) == (200, answer.json())


async def test_the_operator_sets_the_shortest_length(resources, settings, client, person):
    add_settings(resources, settings.model_copy(update={"password_min_length": 8}))
    try:
        assert (await client.get(CONFIG)).json()["minLength"] == 8
        assert (await change(person, "kX9$wq2pT")).status_code == 201
    finally:
        add_settings(resources, settings)


HISTORY = "/identity/resources/configurations/v1/password-history-policy"


async def test_a_tenant_may_keep_earlier_passwords_from_coming_back(person, db):
    assert (await change(person, OTHER)).status_code == 201
    assert (await change(person, GOOD, OTHER)).status_code == 201  # no policy yet
    kept = "select count(*) from password_history where user_id = $1"
    assert await db.connection.fetchval(kept, person.id) == 0
    saved = await person.browser.post(HISTORY, json={"enabled": True, "historySize": 3})
    assert saved.status_code == 201
    passwords = [GOOD, *(f"row number {n} of seven lamps" for n in range(3))]
    for current, new in pairwise(passwords):
        assert (await change(person, new, current)).status_code == 201
    for earlier in passwords[1:]:
        refused = await change(person, earlier, passwords[-1])
        assert refused.json()["errorCode"] == "passwords.reused"
    assert (await change(person, GOOD, passwords[-1])).status_code == 201
    assert await db.connection.fetchval(kept, person.id) == 2


async def test_the_history_policy_is_the_tenants_own(world):
    admin, other = await world.person("Admin"), await world.person("Admin")
    assert (await admin.browser.get(HISTORY)).json() == {"enabled": False, "historySize": 5}
    assert (await admin.browser.get(f"{HISTORY}/vendor")).json()["enabled"] is False
    saved = await admin.browser.post(HISTORY, json={"enabled": True, "historySize": 8})
    assert (saved.status_code, saved.json()["historySize"]) == (201, 8)
    body = {**saved.json(), "historySize": 9}
    changed = await admin.browser.patch(HISTORY, json=body)
    assert (changed.status_code, changed.json()["id"]) == (200, saved.json()["id"])
    assert (await admin.browser.get(HISTORY)).json()["historySize"] == 9
    assert "id" not in (await other.browser.get(HISTORY)).json()
    for bad in ({}, {"enabled": True, "historySize": 0}, {"enabled": True, "historySize": 25}):
        assert (await admin.browser.patch(HISTORY, json=bad)).status_code == 400
    reader = await world.person(permissions=("fe.secure.read.securityPolicy",))
    assert (await reader.browser.get(HISTORY)).status_code == 200
    refused = await reader.browser.post(HISTORY, json={"enabled": True, "historySize": 5})
    assert refused.status_code == 403


async def test_the_way_back_in_is_a_mail(client):
    answer = await client.get("/identity/resources/configurations/v1/password-recovery/strategies")
    assert answer.json() == [
        {"strategy": "email", "isActive": True}, {"strategy": "sms", "isActive": False}
    ]  # fmt: skip
