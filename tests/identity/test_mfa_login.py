"""The second factor at sign-in."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx
import pytest

from gatehouse.kit import clock
from tests.identity.second_factors import (
    AT_LOGIN,
    MINE,
    OWN,
    REMEMBER,
    Somebody,
    Steps,
    a_number,
    code_of,
    next_step,
)
from tests.identity.signup_steps import CHANGE, GOOD, ME, OTHER, stranger
from tests.identity.software_key import SoftwareKey
from tests.identity.test_sessions_refresh import claims_of
from tests.vendor_view import sessions_of

MULTI_FACTOR = "http://schemas.openid.net/pape/policies/2007/06/multi-factor"


def is_in(answer: httpx.Response, method: str) -> dict[str, Any]:
    assert answer.status_code == 201, answer.text
    data: dict[str, Any] = answer.json()
    claims = claims_of(data["accessToken"])
    assert (data["mfaRequired"], claims["acr"]) == (False, MULTI_FACTOR)
    assert claims["amr"] == ["pwd", method, "mfa"]
    return data


async def test_an_enrolled_person_is_asked_and_told_nothing_more(steps):
    who = await steps.with_app()
    number = a_number()
    await steps.add_phone(who, number)
    browser = stranger(steps.asgi)
    data = await steps.login(who, browser)
    assert set(data) == {
        "mfaRequired", "mfaToken", "mfaEnrolled", "mfaDevices", "userId", "userEmail", "emailVerified",
    }  # fmt: skip
    assert (data["mfaRequired"], data["mfaEnrolled"]) == (True, True)
    assert len(data["mfaDevices"]["authenticators"]) == 1
    assert number not in str(data)
    assert not browser.cookies


@pytest.mark.parametrize("names_device", ["no", "body", "path"])
async def test_an_app_code_signs_in_once(steps, names_device):
    who = await steps.with_app()
    data = await steps.login(who)
    device = data["mfaDevices"]["authenticators"][0]["id"]
    path = f"authenticator/{device}/verify" if names_device == "path" else "verify"
    body = {"mfaToken": data["mfaToken"], "value": "000000", "rememberDevice": False}
    if names_device == "body":
        body["deviceId"] = device
    browser = stranger(steps.asgi)
    wrong = await browser.post(f"{AT_LOGIN}/{path}", json=body)
    assert (wrong.status_code, wrong.json()["errorCode"]) == (400, "ER-01011")
    body["value"] = code_of(who.secrets[0])
    answer = await browser.post(f"{AT_LOGIN}/{path}", json=body)
    data = is_in(answer, "otp")
    assert "recoveryCode" not in data
    assert any(name.startswith("fe_refresh_") for name in browser.cookies)
    browser.headers["authorization"] = f"Bearer {data['accessToken']}"
    assert (await browser.get(ME)).status_code == 200
    again = await browser.post(f"{AT_LOGIN}/{path}", json=body)
    assert (again.status_code, again.json()["errorCode"]) == (401, "login.over")
    # The code is used up for every other sign-in as well.
    other = await steps.login(who)
    body["mfaToken"] = other["mfaToken"]
    assert (await browser.post(f"{AT_LOGIN}/{path}", json=body)).status_code == 400


@pytest.mark.parametrize(("seconds", "status"), [(-60, 400), (-30, 201), (30, 201), (60, 400)])
async def test_clocks_may_differ_by_one_step(steps, seconds, status):
    who = await steps.with_app()
    clock.advance_clock(timedelta(minutes=5))
    data = await steps.login(who)
    body = {"mfaToken": data["mfaToken"], "value": code_of(who.secrets[0], seconds=seconds)}
    assert (await who.browser.post(f"{AT_LOGIN}/verify", json=body)).status_code == status


async def test_a_text_message_signs_in(steps):
    who, number = await steps.somebody(), a_number()
    await steps.add_phone(who, number)
    data = await steps.login(who)
    device = data["mfaDevices"]["phones"][0]["id"]
    sent = await who.browser.post(f"{AT_LOGIN}/sms/{device}", json={"mfaToken": data["mfaToken"]})
    assert sent.status_code == 201
    assert number not in sent.text
    body = {**sent.json(), "mfaToken": data["mfaToken"], "code": "000000"}
    wrong = await who.browser.post(f"{AT_LOGIN}/sms/{device}/verify", json=body)
    assert (wrong.status_code, wrong.json()["errorCode"]) == (400, "ER-01011")
    body["code"] = await steps.text(number)
    is_in(await who.browser.post(f"{AT_LOGIN}/sms/{device}/verify", json=body), "sms")


async def test_a_mailed_code_signs_in(steps):
    who = await steps.somebody()
    await steps.add_email(who)
    data = await steps.login(who)
    assert data["mfaDevices"]["emails"] == [{"email": who.email}]
    sent = await who.browser.post(f"{AT_LOGIN}/emailcode", json={"mfaToken": data["mfaToken"]})
    body = {**sent.json(), "mfaToken": data["mfaToken"], "code": await steps.mailed(who)}
    is_in(await who.browser.post(f"{AT_LOGIN}/emailcode/verify", json=body), "otp")


async def test_a_code_that_is_too_old_is_refused(steps):
    who = await steps.somebody()
    await steps.add_email(who)
    data = await steps.login(who)
    sent = await who.browser.post(f"{AT_LOGIN}/emailcode", json={"mfaToken": data["mfaToken"]})
    code = await steps.mailed(who)
    clock.advance_clock(timedelta(minutes=9, seconds=59))
    body = {**sent.json(), "mfaToken": data["mfaToken"], "code": code}
    clock.advance_clock(timedelta(seconds=2))
    refused = await who.browser.post(f"{AT_LOGIN}/emailcode/verify", json=body)
    assert refused.status_code == 401


@pytest.mark.parametrize("device_type", ["Platform", "CrossPlatform"])
async def test_a_key_signs_in(steps, device_type):
    who, key = await steps.somebody(), SoftwareKey(verifies=False)
    await steps.add_key(who, key, device_type)
    data = await steps.login(who)
    [device] = data["mfaDevices"]["webauthn"]
    assert device["deviceType"] == device_type
    path = f"{AT_LOGIN}/webauthn/{device['id']}"
    asked = (await who.browser.post(path, json={"mfaToken": data["mfaToken"]})).json()
    body = {
        "mfaToken": data["mfaToken"],
        "webauthnToken": asked["webauthnToken"],
        "options": key.get(asked["options"]),
    }
    is_in(await who.browser.post(f"{path}/verify", json=body), "hwk")


@pytest.mark.parametrize("bend", [
    "origin", "site", "challenge", "count", "stranger", "somebody else's", "another of theirs",
    "signature", "malformed",
])  # fmt: skip
async def test_a_wrong_answer_of_a_key_is_refused_and_counted(steps, bend):
    who, key = await steps.somebody(), SoftwareKey()
    key.count = 5
    await steps.add_key(who, key)
    used = key
    if bend == "another of theirs":
        used = SoftwareKey()
        await steps.add_key(who, used)
    data = await steps.login(who)
    path = f"{AT_LOGIN}/webauthn/{data['mfaDevices']['webauthn'][0]['id']}"
    asked = (await who.browser.post(path, json={"mfaToken": data["mfaToken"]})).json()
    if bend == "origin":
        key.origin = "https://evil.test"
    if bend == "count":
        key.count = 4
    if bend == "stranger":
        used = SoftwareKey()
    if bend == "somebody else's":
        used = SoftwareKey()
        await steps.add_key(await steps.somebody(), used)
    if bend == "site":
        asked["options"]["rpId"] = "evil.test"
    if bend == "challenge":
        again = await who.browser.post(path, json={"mfaToken": data["mfaToken"]})
        asked["options"] = again.json()["options"]
    options = used.get(asked["options"])
    if bend == "signature":
        options["response"]["signature"] = options["response"]["signature"][:-4] + "AAAA"
    if bend == "malformed":
        options["response"]["authenticatorData"] = "AAAA"
    body = {
        "mfaToken": data["mfaToken"],
        "webauthnToken": asked["webauthnToken"],
        "options": options,
    }
    refused = await who.browser.post(f"{path}/verify", json=body)
    assert (refused.status_code, refused.json()["errorCode"]) == (400, "ER-01052")
    tries = await steps.db.connection.fetchval(
        "select tries from pending_sign_ins where user_id = $1", who.id
    )
    assert tries == 1


async def test_codes_count_only_for_the_sign_in_that_asked(steps):
    """Each of two sign-ins of one person has a token and a code; crossed they are nothing."""
    who, number = await steps.somebody(), a_number()
    await steps.add_phone(who, number)
    one, two = await steps.login(who), await steps.login(who)
    device = one["mfaDevices"]["phones"][0]["id"]
    sent = await who.browser.post(f"{AT_LOGIN}/sms/{device}", json={"mfaToken": one["mfaToken"]})
    body = {"otcToken": sent.json()["otcToken"], "code": await steps.text(number)}
    path = f"{AT_LOGIN}/sms/{device}/verify"
    crossed = await who.browser.post(path, json={**body, "mfaToken": two["mfaToken"]})
    assert crossed.status_code == 400
    is_in(await who.browser.post(path, json={**body, "mfaToken": one["mfaToken"]}), "sms")


async def test_a_sign_in_takes_five_wrong_codes(steps):
    who = await steps.with_app()
    data = await steps.login(who)
    body = {"mfaToken": data["mfaToken"], "value": "000000"}
    codes = [
        (await who.browser.post(f"{AT_LOGIN}/verify", json=body)).json()["errorCode"]
        for _ in range(6)
    ]
    assert codes == ["ER-01011"] * 5 + ["login.over"]
    body["value"] = code_of(who.secrets[0])
    assert (await who.browser.post(f"{AT_LOGIN}/verify", json=body)).status_code == 401


async def test_a_person_takes_ten_wrong_codes_however_often_they_sign_in(steps):
    who = await steps.with_app()
    seen = []
    for _ in range(3):
        data = await steps.login(who)
        for _ in range(4):
            body = {"mfaToken": data["mfaToken"], "value": "000000"}
            answer = await who.browser.post(f"{AT_LOGIN}/verify", json=body)
            seen.append(answer.json()["errorCode"])
    assert seen == ["ER-01011"] * 10 + ["ER-01034"] * 2
    data = await steps.login(who)
    body = {"mfaToken": data["mfaToken"], "value": code_of(who.secrets[0])}
    locked = await who.browser.post(f"{AT_LOGIN}/verify", json=body)
    assert (locked.status_code, locked.json()["errorCode"]) == (403, "ER-01034")
    clock.advance_clock(timedelta(minutes=15))
    data = await steps.login(who)
    body = {"mfaToken": data["mfaToken"], "value": code_of(who.secrets[0])}
    is_in(await who.browser.post(f"{AT_LOGIN}/verify", json=body), "otp")


@pytest.mark.parametrize("kind", ["app", "sms", "emailcode", "webauthn"])
async def test_fifty_guesses_at_once_get_no_more_than_one_sign_in_takes(steps, kind):
    who, number = await steps.somebody(), a_number()
    await steps.add_phone(who, number)
    await steps.add_email(who)
    await steps.add_key(who, SoftwareKey())
    await steps.add_app(who)
    data = await steps.login(who)
    found = data["mfaDevices"]
    path = {
        "app": "verify",
        "sms": f"sms/{found['phones'][0]['id']}/verify",
        "emailcode": "emailcode/verify",
        "webauthn": f"webauthn/{found['webauthn'][0]['id']}/verify",
    }[kind]
    token = {"mfaToken": data["mfaToken"], "otcToken": "x", "webauthnToken": "x"}
    options = SoftwareKey().get({"rpId": "localhost", "challenge": "AAAA"})
    guesses = [
        who.browser.post(
            f"{AT_LOGIN}/{path}",
            json={**token, "value": f"{n:06}", "code": f"{n:06}", "options": options},
        )
        for n in range(50)
    ]
    codes = [one.json()["errorCode"] for one in await asyncio.gather(*guesses)]
    assert sum(code in ("ER-01011", "ER-01052") for code in codes) == 5
    assert codes.count("login.over") == 45


async def test_a_right_code_at_the_same_moment_signs_in_once(steps):
    who = await steps.with_app()
    waiting = [await steps.login(who) for _ in range(5)]
    code = code_of(who.secrets[0])
    answers = await asyncio.gather(
        *(
            who.browser.post(
                f"{AT_LOGIN}/verify", json={"mfaToken": one["mfaToken"], "value": code}
            )
            for one in waiting
        )
    )
    assert [one.status_code for one in answers].count(201) == 1


async def test_what_waits_is_over_after_ten_minutes_or_a_new_password(steps):
    who = await steps.with_app()
    late = await steps.login(who)
    clock.advance_clock(timedelta(minutes=10, seconds=1))
    body = {"mfaToken": late["mfaToken"], "value": code_of(who.secrets[0])}
    over = await who.browser.post(f"{AT_LOGIN}/verify", json=body)
    assert over.json()["errorCode"] == "login.over"
    stolen = await steps.login(who)
    changed = await who.browser.post(CHANGE, json={"password": GOOD, "newPassword": OTHER})
    assert changed.status_code == 201
    body["mfaToken"] = stolen["mfaToken"]
    over = await who.browser.post(f"{AT_LOGIN}/verify", json=body)
    assert over.json()["errorCode"] == "login.over"


async def test_no_session_starts_before_the_mfa_factor(steps):
    """Neither a session nor a known location: the password alone leaves no trace of success."""
    who = await steps.with_app()
    before = await sessions_of(steps.world, who.id)
    await steps.login(who)
    after = await sessions_of(steps.world, who.id)
    assert {one["id"] for one in after} == {one["id"] for one in before}


async def remembered(steps: Steps, who: Somebody) -> httpx.AsyncClient:
    """A browser that was told to ask no more."""
    browser = stranger(steps.asgi)
    data = await steps.login(who, browser)
    body = {
        "mfaToken": data["mfaToken"], "value": code_of(who.secrets[0]), "rememberDevice": True
    }  # fmt: skip
    is_in(await browser.post(f"{AT_LOGIN}/verify", json=body), "otp")
    next_step()
    return browser


async def test_a_browser_is_remembered_as_long_as_the_tenant_says(steps, db):
    who = await steps.with_app()
    await steps.policy(who.tenant_id, "DontForce", remember=True)
    asked = await steps.login(who)
    rule = await who.browser.get(REMEMBER, params={"mfaToken": asked["mfaToken"]})
    assert rule.json() == {"isAllowedToRemember": True, "mfaDeviceExpiration": 86400}
    browser = await remembered(steps, who)
    token = browser.cookies["gatehouse_device"]
    stored = await db.connection.fetchval(
        "select token_hash from remembered_devices where user_id = $1", who.id
    )
    assert token.encode() not in stored
    data = await steps.login(who, browser)
    claims = claims_of(data["accessToken"])
    assert (claims["amr"], "acr" in claims) == (["pwd", "remembered"], False)
    assert (await steps.login(who))["mfaRequired"] is True
    clock.advance_clock(timedelta(days=1))
    assert (await steps.login(who, browser))["mfaRequired"] is True


async def test_no_browser_is_remembered_where_the_tenant_does_not_allow_it(steps):
    who = await steps.with_app()
    asked = await steps.login(who)
    rule = await who.browser.get(REMEMBER, params={"mfaToken": asked["mfaToken"]})
    assert rule.json() == {"isAllowedToRemember": False, "mfaDeviceExpiration": 0}
    browser = await remembered(steps, who)
    assert "gatehouse_device" not in browser.cookies
    await steps.policy(who.tenant_id, "DontForce", remember=True)
    browser = await remembered(steps, who)
    await steps.policy(who.tenant_id, "DontForce", remember=False)
    assert (await steps.login(who, browser))["mfaRequired"] is True


async def test_a_remembered_browser_counts_only_for_its_person(steps):
    tenant_id = await steps.world.tenant()
    await steps.policy(tenant_id, "DontForce", remember=True)
    who = await steps.with_app(tenant_id=tenant_id)
    other = await steps.with_app(tenant_id=tenant_id)
    browser = await remembered(steps, who)
    assert (await steps.login(other, browser))["mfaRequired"] is True


@pytest.mark.parametrize("change", ["password", "factor", "everywhere"])
async def test_remembered_browsers_die_with_a_change(steps, change):
    who = await steps.with_app()
    await steps.policy(who.tenant_id, "DontForce", remember=True)
    browser = await remembered(steps, who)
    data = await steps.login(who, browser)
    browser.headers["authorization"] = f"Bearer {data['accessToken']}"
    if change == "password":
        body = {"password": GOOD, "newPassword": OTHER}
        assert (await browser.post(CHANGE, json=body)).status_code == 201
        body = {"password": OTHER, "newPassword": GOOD}
        assert (await browser.post(CHANGE, json=body)).status_code == 201
    elif change == "everywhere":
        assert (await browser.delete(f"{MINE}/all")).status_code == 200
    else:
        number = a_number()
        who.browser = browser
        await steps.add_phone(who, number)
    assert (await steps.login(who, browser))["mfaRequired"] is True


async def test_a_code_of_a_factor_that_is_removed_meanwhile_is_refused(steps):
    who, number = await steps.with_app(), a_number()
    await steps.add_phone(who, number)
    data = await steps.login(who)
    device = data["mfaDevices"]["phones"][0]["id"]
    sent = await who.browser.post(f"{AT_LOGIN}/sms/{device}", json={"mfaToken": data["mfaToken"]})
    code = await steps.text(number)
    gone = (await who.browser.post(f"{OWN}/sms/{device}/disable")).json()
    body = {"otcToken": gone["otcToken"], "code": await steps.text(number)}
    removed = await who.browser.post(f"{OWN}/sms/{device}/disable/verify", json=body)
    assert removed.status_code == 200
    body = {"otcToken": sent.json()["otcToken"], "code": code, "mfaToken": data["mfaToken"]}
    refused = await who.browser.post(f"{AT_LOGIN}/sms/{device}/verify", json=body)
    assert (refused.status_code, refused.json()["errorCode"]) == (404, "mfa.unknown_device")
