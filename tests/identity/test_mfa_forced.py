"""A tenant that requires MFA from all users."""

import asyncio
from datetime import timedelta
from itertools import product
from typing import Any

import httpx
import pyotp
import pytest

from gatehouse.kit import clock
from tests.identity.browser import REFRESH
from tests.identity.second_factors import AT_LOGIN, OWN, a_number, code_of, next_step
from tests.identity.signup_steps import ME, stranger
from tests.identity.software_key import SoftwareKey
from tests.identity.test_mfa_login import is_in
from tests.identity.test_sessions_refresh import claims_of, join

SWITCH = "/identity/resources/users/v1/tenant"
TOKEN = "/identity/resources/users/v3/me/token"


@pytest.fixture
async def who(steps):
    """With a password and nothing else, in a tenant that asks for more."""
    person = await steps.somebody()
    await steps.policy(person.tenant_id, "Force")
    return person


async def test_the_answer_has_all_that_older_clients_show(steps, who):
    data = await steps.login(who)
    assert (data["mfaRequired"], data["mfaEnrolled"]) == (True, False)
    assert data["qrCode"].startswith("data:image/png;base64,")
    assert pyotp.parse_uri(data["setupUri"]).secret == await steps.waiting_secret(who)
    assert data["secret"] == await steps.waiting_secret(who)
    assert len(data["recoveryCode"]) == 29
    assert data["mfaStrategies"] == [
        "AuthenticatorApp", "WebAuthnPlatform", "WebAuthnCrossPlatform", "SMS", "EmailCode",
    ]  # fmt: skip
    assert data["mfaDevices"] == {
        "webauthn": [], "phones": [], "authenticators": [], "emails": []
    }  # fmt: skip
    assert "accessToken" not in data


@pytest.mark.parametrize(
    ("path", "field"), [("verify", "value"), ("authenticator/enroll/verify", "token")]
)
async def test_an_app_is_enrolled_on_the_way_in(steps, who, path, field):
    browser = stranger(steps.asgi)
    data = await steps.login(who, browser)
    again = await browser.post(
        f"{AT_LOGIN}/authenticator/enroll", json={"mfaToken": data["mfaToken"]}
    )
    assert again.json() == {name: data[name] for name in ("qrCode", "setupUri", "secret")}
    secret = await steps.waiting_secret(who)
    body = {"mfaToken": data["mfaToken"], field: "000000", "rememberDevice": False}
    wrong = await browser.post(f"{AT_LOGIN}/{path}", json=body)
    assert (wrong.status_code, wrong.json()["errorCode"]) == (400, "ER-01011")
    body[field] = code_of(secret)
    answer = is_in(await browser.post(f"{AT_LOGIN}/{path}", json=body), "otp")
    assert answer["recoveryCode"] == data["recoveryCode"]
    browser.headers["authorization"] = f"Bearer {answer['accessToken']}"
    assert (await browser.get(ME)).json()["mfaEnrolled"] is True
    # From now on the app is asked for, and its first code was used up.
    data = await steps.login(who)
    assert data["mfaEnrolled"] is True
    body = {"mfaToken": data["mfaToken"], "value": code_of(secret)}
    assert (await browser.post(f"{AT_LOGIN}/verify", json=body)).status_code == 400
    next_step()
    body["value"] = code_of(secret)
    is_in(await browser.post(f"{AT_LOGIN}/verify", json=body), "otp")


async def test_a_number_is_enrolled_on_the_way_in(steps, who):
    number = a_number()
    data = await steps.login(who)
    token = {"mfaToken": data["mfaToken"]}
    sent = await who.browser.post(f"{AT_LOGIN}/sms/enroll", json={**token, "phoneNumber": number})
    assert sent.json()["phoneNumber"] == number
    body = {**token, "otcToken": sent.json()["otcToken"], "code": await steps.text(number)}
    answer = await who.browser.post(f"{AT_LOGIN}/sms/enroll/verify", json=body)
    assert is_in(answer, "sms")["recoveryCode"] == data["recoveryCode"]
    assert len((await steps.login(who))["mfaDevices"]["phones"]) == 1


async def test_codes_by_mail_are_enrolled_on_the_way_in(steps, who):
    data = await steps.login(who)
    token = {"mfaToken": data["mfaToken"]}
    sent = await who.browser.post(f"{AT_LOGIN}/emailcode", json=token)
    body = {**token, **sent.json(), "code": await steps.mailed(who)}
    answer = await who.browser.post(f"{AT_LOGIN}/emailcode/verify", json=body)
    assert is_in(answer, "otp")["recoveryCode"] == data["recoveryCode"]
    assert (await steps.login(who))["mfaDevices"]["emails"] == [{"email": who.email}]


async def test_a_key_is_enrolled_on_the_way_in(steps, who):
    key = SoftwareKey()
    data = await steps.login(who)
    token = {"mfaToken": data["mfaToken"]}
    begun = (await who.browser.post(f"{AT_LOGIN}/webauthn/enroll", json=token)).json()
    body = {
        **token,
        "deviceType": "Platform",
        "webauthnToken": begun["webauthnToken"],
        "options": key.create(begun["options"]),
    }
    answer = await who.browser.post(f"{AT_LOGIN}/webauthn/enroll/verify", json=body)
    assert is_in(answer, "hwk")["recoveryCode"] == data["recoveryCode"]
    assert len((await steps.login(who))["mfaDevices"]["webauthn"]) == 1


async def test_only_what_is_offered_is_enrolled(steps, who, world):
    await world.configure("update vendor set mfa_strategies = '{EmailCode}'")
    try:
        data = await steps.login(who)
        assert data["mfaStrategies"] == ["EmailCode"]
        assert "qrCode" not in data
        token = {"mfaToken": data["mfaToken"]}
        for path, body in (
            ("authenticator/enroll", {}),
            ("sms/enroll", {"phoneNumber": a_number()}),
            ("webauthn/enroll", {}),
        ):
            refused = await who.browser.post(f"{AT_LOGIN}/{path}", json={**token, **body})
            assert (refused.status_code, refused.json()["errorCode"]) == (403, "mfa.not_offered")
    finally:
        await world.configure("update vendor set mfa_strategies = default")


NOBODYS = "00000000-0000-4000-8000-000000000000"
KEY = SoftwareKey()
USED = KEY.get({"rpId": "localhost", "challenge": "AAAA"})
MADE = {
    "id": "AAAA", "response": {"clientDataJSON": "AAAA", "attestationObject": "AAAA"}
}  # fmt: skip
ENROLLING: dict[str, dict[str, Any]] = {
    "authenticator/enroll": {},
    "authenticator/enroll/verify": {"token": "123456"},
    "sms/enroll": {"phoneNumber": "+15550100123"},
    "sms/enroll/verify": {"otcToken": "x", "code": "123456"},
    "webauthn/enroll": {},
    "webauthn/enroll/verify": {"deviceType": "Platform", "webauthnToken": "x", "options": MADE},
}
SHOWING: dict[str, dict[str, Any]] = {
    "authenticator/{id}/verify": {"value": "123456"},
    "sms/{id}": {},
    "sms/{id}/verify": {"otcToken": "x", "code": "123456"},
    "webauthn/{id}": {},
    "webauthn/{id}/verify": {"webauthnToken": "x", "options": USED},
}


@pytest.mark.parametrize("path", ENROLLING)
async def test_a_user_who_must_show_a_factor_cannot_enroll_one(steps, path):
    """Else a thief of the password would add a factor of their own and use that."""
    person = await steps.with_app()
    data = await steps.login(person)
    body = {"mfaToken": data["mfaToken"], **ENROLLING[path]}
    refused = await person.browser.post(f"{AT_LOGIN}/{path}", json=body)
    assert (refused.status_code, refused.json()["errorCode"]) == (401, "login.over")


@pytest.mark.parametrize("path", SHOWING)
async def test_a_user_who_must_enroll_cannot_show_a_factor(steps, who, path):
    data = await steps.login(who)
    body = {"mfaToken": data["mfaToken"], **SHOWING[path]}
    refused = await who.browser.post(f"{AT_LOGIN}/{path.format(id=NOBODYS)}", json=body)
    assert (refused.status_code, refused.json()["errorCode"]) == (401, "login.over")


@pytest.mark.parametrize(
    ("asked", "used"),
    [pair for pair in product(("sms/enroll", "emailcode"), repeat=2) if pair[0] != pair[1]],
)
async def test_a_code_of_one_step_is_nothing_in_another(steps, who, asked, used):
    number = a_number()
    data = await steps.login(who)
    body = {"mfaToken": data["mfaToken"], "phoneNumber": number}
    sent = (await who.browser.post(f"{AT_LOGIN}/{asked}", json=body)).json()
    code = await (steps.text(number) if asked == "sms/enroll" else steps.mailed(who))
    body = {"mfaToken": data["mfaToken"], "otcToken": sent["otcToken"], "code": code}
    refused = await who.browser.post(f"{AT_LOGIN}/{used}/verify", json=body)
    assert (refused.status_code, refused.json()["errorCode"]) == (400, "ER-01011")


@pytest.mark.parametrize("path", ["verify", *ENROLLING, *SHOWING, "emailcode", "emailcode/verify"])
async def test_no_step_goes_without_a_sign_in_that_waits(steps, client, path):
    every = {"value": "123456", "otcToken": "x", "code": "123456"}
    body = {"mfaToken": "made-up", **every, **ENROLLING.get(path, {}), **SHOWING.get(path, {})}
    refused = await client.post(f"{AT_LOGIN}/{path.format(id=NOBODYS)}", json=body)
    assert (refused.status_code, refused.json()["errorCode"]) == (401, "login.over")


async def test_the_first_factor_is_enrolled_once(steps, who):
    """Two sign-ins with the same password: the second may not add another in the place of the first."""
    first, second = await steps.login(who), await steps.login(who)
    number = a_number()
    body = {"mfaToken": second["mfaToken"], "phoneNumber": number}
    sent = (await who.browser.post(f"{AT_LOGIN}/sms/enroll", json=body)).json()
    late = {
        "mfaToken": second["mfaToken"], "otcToken": sent["otcToken"], "code": await steps.text(number)
    }  # fmt: skip
    mail = await who.browser.post(f"{AT_LOGIN}/emailcode", json={"mfaToken": first["mfaToken"]})
    early = {"mfaToken": first["mfaToken"], **mail.json(), "code": await steps.mailed(who)}
    answers = await asyncio.gather(
        who.browser.post(f"{AT_LOGIN}/emailcode/verify", json=early),
        who.browser.post(f"{AT_LOGIN}/sms/enroll/verify", json=late),
    )
    assert sorted(one.status_code for one in answers) == [201, 401]
    over = next(one for one in answers if one.status_code == 401)
    assert over.json()["errorCode"] == "login.over"


def signed_in(browser: httpx.AsyncClient, data: dict[str, Any]) -> None:
    browser.headers["authorization"] = f"Bearer {data['accessToken']}"


async def test_one_factor_does_not_enter_a_tenant_that_asks_for_two(steps, world):
    who = await steps.somebody()
    strict = await world.tenant("Strict")
    await join(world, who.id, strict)
    browser = stranger(steps.asgi)
    data = await steps.login(who, browser)
    signed_in(browser, data)
    await steps.policy(strict, "Force")
    body = {"tenantId": str(strict)}
    for call in (browser.put(SWITCH, json=body), browser.post(TOKEN, json=body)):
        refused = await call
        expected = (403, "session.second_factor_needed")
        assert (refused.status_code, refused.json()["errorCode"]) == expected
    token = (await browser.post(REFRESH, json=body)).json()["accessToken"]
    assert claims_of(token)["tenantId"] == str(who.tenant_id)


async def test_two_factors_enter_it(steps, world):
    who = await steps.with_app()
    strict = await world.tenant("Strict")
    await join(world, who.id, strict)
    await steps.policy(strict, "Force")
    browser = stranger(steps.asgi)
    data = await steps.login(who, browser)
    body = {"mfaToken": data["mfaToken"], "value": code_of(who.secrets[0])}
    answer = is_in(await browser.post(f"{AT_LOGIN}/verify", json=body), "otp")
    signed_in(browser, answer)
    body = {"tenantId": str(strict)}
    token = (await browser.post(TOKEN, json=body)).json()["accessToken"]
    assert claims_of(token)["tenantId"] == str(strict)
    assert (await browser.put(SWITCH, json=body)).status_code == 200
    token = (await browser.post(REFRESH)).json()["accessToken"]
    claims = claims_of(token)
    assert claims["tenantId"] == str(strict)
    # The refresh keeps how they signed in.
    assert claims["amr"] == ["pwd", "otp", "mfa"]


async def test_a_remembered_browser_enters_where_browsers_are_remembered(steps, world):
    who = await steps.with_app()
    await steps.policy(who.tenant_id, "Force", remember=True)
    lenient, strict = await world.tenant("Lenient"), await world.tenant("Strict")
    brief = await world.tenant("Brief")
    for tenant_id, remember in ((lenient, True), (strict, False), (brief, True)):
        await join(world, who.id, tenant_id)
        await steps.policy(tenant_id, "Force", remember=remember)
    browser = stranger(steps.asgi)
    data = await steps.login(who, browser)
    body = {
        "mfaToken": data["mfaToken"], "value": code_of(who.secrets[0]), "rememberDevice": True
    }  # fmt: skip
    await browser.post(f"{AT_LOGIN}/verify", json=body)
    clock.advance_clock(timedelta(hours=2))
    signed_in(browser, await steps.login(who, browser))
    await world.configure(
        "update mfa_policies set mfa_device_expiration = 3600 where tenant_id = $1", brief
    )
    answers = [
        (await browser.post(TOKEN, json={"tenantId": str(one)})).status_code
        for one in (lenient, strict, brief)
    ]
    assert answers == [200, 403, 403]


async def test_the_vendors_rule_holds_for_a_tenant_that_says_nothing(steps, world):
    who = await steps.somebody()
    await world.configure("update vendor set mfa_enforcement = 'Force'")
    try:
        assert (await steps.login(who))["mfaEnrolled"] is False
        await steps.policy(who.tenant_id, "DontForce")
        assert "accessToken" in await steps.login(who)
    finally:
        await world.configure("update vendor set mfa_enforcement = 'DontForce'")


async def test_no_user_enrolls_by_the_call_for_signed_in_users(steps, client):
    assert (await client.post(f"{OWN}/enroll")).status_code == 401


POLICY = "/identity/resources/configurations/v1/mfa-policy"
ONE_FACTOR = (401, "session.second_factor_needed")


async def test_a_session_of_one_factor_ends_where_two_are_asked_for_since(steps, who):
    """Those that began before: their next refresh is refused, and goes through again where one will do."""
    await steps.policy(who.tenant_id, "DontForce")
    browser = stranger(steps.asgi)
    await steps.login(who, browser)
    assert (await browser.post(REFRESH)).status_code == 201
    await steps.policy(who.tenant_id, "Force")
    for _ in range(2):
        refused = await browser.post(REFRESH)
        assert (refused.status_code, refused.json()["errorCode"]) == ONE_FACTOR
    data = await steps.login(who)
    assert (data["mfaRequired"], data["mfaEnrolled"]) == (True, False)
    await steps.policy(who.tenant_id, "DontForce")
    assert (await browser.post(REFRESH)).status_code == 201


async def test_the_vendors_rule_holds_for_sessions_that_run(steps, world):
    person = await steps.somebody()
    browser = stranger(steps.asgi)
    await steps.login(person, browser)
    await world.configure("update vendor set mfa_enforcement = 'Force'")
    try:
        refused = await browser.post(REFRESH)
        assert (refused.status_code, refused.json()["errorCode"]) == ONE_FACTOR
        await steps.policy(person.tenant_id, "DontForce")
        assert (await browser.post(REFRESH)).status_code == 201
    finally:
        await world.configure("update vendor set mfa_enforcement = 'DontForce'")


async def test_two_factors_and_people_who_need_none_go_on(steps, world):
    with_app, excepted = await steps.with_app(), await steps.somebody()
    browsers = {who.id: stranger(steps.asgi) for who in (with_app, excepted)}
    data = await steps.login(with_app, browsers[with_app.id])
    body = {"mfaToken": data["mfaToken"], "value": code_of(with_app.secrets[0])}
    is_in(await browsers[with_app.id].post(f"{AT_LOGIN}/verify", json=body), "otp")
    await steps.login(excepted, browsers[excepted.id])
    await world.configure("update users set mfa_bypass = true where id = $1", excepted.id)
    for who in (with_app, excepted):
        await steps.policy(who.tenant_id, "Force")
        assert (await browsers[who.id].post(REFRESH)).status_code == 201


async def test_a_remembered_browser_goes_on_as_long_as_browsers_are_remembered(steps):
    who = await steps.with_app()
    await steps.policy(who.tenant_id, "Force", remember=True)
    browser = stranger(steps.asgi)
    data = await steps.login(who, browser)
    body = {
        "mfaToken": data["mfaToken"], "value": code_of(who.secrets[0]), "rememberDevice": True
    }  # fmt: skip
    await browser.post(f"{AT_LOGIN}/verify", json=body)
    await steps.login(who, browser)
    assert (await browser.post(REFRESH)).status_code == 201
    await steps.policy(who.tenant_id, "Force", remember=False)
    assert (await browser.post(REFRESH)).json()["errorCode"] == ONE_FACTOR[1]
    # A user that the vendor has exempted signs in with one factor, and goes on with it.
    await steps.world.configure("update users set mfa_bypass = true where id = $1", who.id)
    assert (await browser.post(REFRESH)).status_code == 201


async def test_the_administrator_who_sets_the_rule_keeps_this_session_only(steps, world):
    who = await steps.somebody("Admin")
    here, elsewhere = stranger(steps.asgi), stranger(steps.asgi)
    for browser in (here, elsewhere):
        signed_in(browser, await steps.login(who, browser))
    made = await here.post(POLICY, json={"enforceMFAType": "Force"})
    assert made.status_code == 201
    assert (await here.post(REFRESH)).status_code == 201
    assert (await elsewhere.post(REFRESH)).json()["errorCode"] == ONE_FACTOR[1]
    # Only in that account: another that asks for two does not know this session.
    strict = await world.tenant("Strict")
    await join(world, who.id, strict)
    await steps.policy(strict, "Force")
    refused = await here.put(SWITCH, json={"tenantId": str(strict)})
    assert (refused.status_code, refused.json()["errorCode"]) == (403, ONE_FACTOR[1])


async def test_an_administrator_of_an_earlier_rule_is_not_exempt_from_the_next(steps):
    """Nor does an exception last that a user made for themselves while MFA was not required."""
    first = await steps.somebody("Admin")
    second = await steps.somebody("Admin", tenant_id=first.tenant_id)
    browsers = [stranger(steps.asgi), stranger(steps.asgi)]
    for who, browser in zip((first, second), browsers, strict=True):
        signed_in(browser, await steps.login(who, browser))
    for browser, rule in zip(browsers, ("DontForce", "Force"), strict=True):
        assert (await browser.post(POLICY, json={"enforceMFAType": rule})).status_code == 201
    refused = await browsers[0].post(REFRESH)
    assert (refused.status_code, refused.json()["errorCode"]) == ONE_FACTOR
    assert (await browsers[1].post(REFRESH)).status_code == 201
    # What is no new rule leaves the exception of who made it.
    same = {"enforceMFAType": "Force", "allowRememberMyDevice": True}
    changed = await first.browser.patch(POLICY, json=same)
    assert changed.status_code == 200
    assert (await browsers[1].post(REFRESH)).status_code == 201
