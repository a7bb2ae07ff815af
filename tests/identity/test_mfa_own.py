"""Enrolling and removing one's own second factors."""

import asyncio
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pyotp
import pytest

from gatehouse.kit import clock
from tests.audit_log import audit_entries
from tests.identity.second_factors import (
    AT_LOGIN,
    MINE,
    OWN,
    Somebody,
    a_number,
    code_of,
    next_step,
)
from tests.identity.signup_steps import ME, stranger
from tests.identity.software_key import SoftwareKey

EMPTY: dict[str, list[Any]] = {"webauthn": [], "phones": [], "authenticators": [], "emails": []}


async def devices(who: Somebody) -> dict[str, Any]:
    found: dict[str, Any] = (await who.browser.get(f"{OWN}/devices")).json()
    return found


@pytest.mark.parametrize("path", ["enroll", "authenticator/enroll"])
async def test_an_app_is_enrolled_with_its_first_code(steps, db, path):
    who = await steps.somebody()
    assert await devices(who) == EMPTY
    begun = await who.browser.post(f"{OWN}/{path}")
    assert begun.status_code == 200
    assert begun.json()["qrCode"].startswith("data:image/png;base64,")
    assert pyotp.parse_uri(begun.json()["setupUri"]).secret == await steps.secret(who)
    assert begun.json()["secret"] == await steps.secret(who)
    assert await devices(who) == EMPTY
    secret = await steps.secret(who)
    wrong = await who.browser.post(f"{OWN}/{path}/verify", json={"token": "000000"})
    assert (wrong.status_code, wrong.json()["errorCode"]) == (400, "ER-01011")
    answer = await who.browser.post(f"{OWN}/{path}/verify", json={"token": code_of(secret)})
    assert answer.status_code == 200
    code = answer.json()["recoveryCode"]
    assert len(code.replace("-", "")) == 25
    [app] = (await devices(who))["authenticators"]
    assert set(app) == {"id"}
    assert (await who.browser.get(ME)).json()["mfaEnrolled"] is True
    stored = await db.connection.fetchrow(
        "select a.sealed_secret, r.code_hash from authenticators a join recovery_codes r using (user_id)"
        " where user_id = $1",
        who.id,
    )
    assert secret.encode() not in stored["sealed_secret"]
    assert code.encode() not in stored["code_hash"]
    [entry] = await audit_entries(steps.world, who.tenant_id, "user.mfa_enrolled")
    assert entry["severity"] == "Medium"
    assert entry["json"] == {"user_id": str(who.id), "strategy": "AuthenticatorApp"}


async def test_the_code_of_the_enrollment_does_not_sign_in(steps):
    user = await steps.somebody()
    await user.browser.post(f"{OWN}/enroll")
    code = code_of(await steps.secret(user))
    enrolled = await user.browser.post(f"{OWN}/enroll/verify", json={"token": code})
    assert enrolled.status_code == 200
    waiting = await steps.login(user)
    async with stranger(steps.asgi) as browser:
        body = {"mfaToken": waiting["mfaToken"], "value": code}
        answer = await browser.post(f"{AT_LOGIN}/verify", json=body)
    assert (answer.status_code, answer.json()["errorCode"]) == (400, "ER-01011")


async def test_a_change_ends_other_sessions_and_tells_the_owner(steps, world, run_jobs):
    who = await steps.somebody()
    other = await world.sign_in(who.id, who.tenant_id, who.email)
    await steps.add_app(who)
    assert (await who.browser.get(MINE)).status_code == 200
    assert (await other.browser.get(MINE)).status_code == 401
    await run_jobs()
    [mail] = world.mails(who.email)
    assert mail["Subject"] == "Your Gatehouse MFA methods were changed"
    assert "authenticator app was added" in mail.get_body(("plain",)).get_content()


async def test_only_the_first_factor_brings_a_recovery_code(steps):
    who = await steps.somebody()
    assert "recoveryCode" in await steps.add_app(who)
    assert "recoveryCode" not in await steps.add_app(who)
    assert len((await devices(who))["authenticators"]) == 2


async def test_every_kind_is_enrolled_listed_and_removed(steps):
    who, number, key = await steps.somebody(), a_number(), SoftwareKey()
    await steps.add_phone(who, number)
    await steps.add_email(who)
    await steps.add_key(who, key)
    await steps.add_key(who, SoftwareKey(), "Platform")
    found = await devices(who)
    [phone] = found["phones"]
    assert phone["phoneNumber"] == f"{number[:2]}*******{number[-3:]}"
    assert found["emails"] == [{"email": who.email}]
    assert [one["deviceType"] for one in found["webauthn"]] == ["CrossPlatform", "Platform"]

    sent = (await who.browser.post(f"{OWN}/sms/{phone['id']}/disable")).json()
    body = {"otcToken": sent["otcToken"], "code": await steps.text(number)}
    gone = await who.browser.post(f"{OWN}/sms/{phone['id']}/disable/verify", json=body)
    assert gone.status_code == 200, gone.text

    sent = (await who.browser.post(f"{OWN}/emailcode/disable")).json()
    body = {"otcToken": sent["otcToken"], "code": await steps.mailed(who)}
    gone = await who.browser.post(f"{OWN}/emailcode/disable/verify", json=body)
    assert gone.status_code == 200, gone.text

    device = found["webauthn"][0]["id"]
    asked = (await who.browser.post(f"{OWN}/webauthn/{device}/disable")).json()
    body = {"webauthnToken": asked["webauthnToken"], "options": key.get(asked["options"])}
    gone = await who.browser.post(f"{OWN}/webauthn/{device}/disable/verify", json=body)
    assert gone.status_code == 200, gone.text
    left = await devices(who)
    assert [one["deviceType"] for one in left.pop("webauthn")] == ["Platform"]
    assert not any(left.values())


async def test_disabling_with_a_code_removes_everything(steps, db):
    who = await steps.with_app()
    await steps.add_phone(who, a_number())
    wrong = await who.browser.post(f"{OWN}/disable", json={"token": "000000"})
    assert (wrong.status_code, wrong.json()["errorCode"]) == (400, "ER-01011")
    right = {"token": code_of(who.secrets[0])}
    assert (await who.browser.post(f"{OWN}/disable", json=right)).status_code == 200
    assert await devices(who) == EMPTY
    assert (await who.browser.get(ME)).json()["mfaEnrolled"] is False
    left = await db.connection.fetchval(
        "select count(*) from recovery_codes where user_id = $1", who.id
    )
    assert left == 0
    assert "accessToken" in await steps.login(who)


async def test_one_app_is_removed_with_its_own_code(steps):
    who = await steps.with_app()
    await steps.add_app(who)
    next_step()
    rows = await steps.db.connection.fetch(
        "select id from authenticators where user_id = $1 order by created_at", who.id
    )
    path = f"{OWN}/authenticator/{rows[0]['id']}/disable/verify"
    others = await who.browser.post(path, json={"token": code_of(who.secrets[1])})
    assert others.status_code == 400
    gone = await who.browser.post(path, json={"token": code_of(who.secrets[0])})
    assert gone.status_code == 200, gone.text
    assert (await who.browser.post(path, json={"token": "1"})).status_code == 404


@pytest.mark.parametrize(
    "path", ["disable", "authenticator/{}/disable/verify", "sms/{}/disable/verify"]
)
async def test_nothing_is_removed_without_a_proof(steps, path):
    who = await steps.with_app()
    await steps.add_phone(who, a_number())
    found = await devices(who)
    kind = "phones" if "sms" in path else "authenticators"
    target = f"{OWN}/{path.format(found[kind][0]['id'])}"
    for body in ({}, None, {"token": None, "otcToken": None}):
        refused = await who.browser.post(target, json=body)
        assert (refused.status_code, refused.json()["errorCode"]) == (403, "access.step_up_needed")
    assert await devices(who) == found


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("enroll", None),
        ("authenticator/enroll", None),
        ("sms/enroll", {"phoneNumber": "+15550100123"}),
        ("emailcode/enroll", None),
        ("webauthn/enroll", None),
    ],
)
async def test_enrolling_needs_a_recent_sign_in(steps, path, body):
    who = await steps.somebody()
    clock.advance_clock(timedelta(minutes=61))
    refused = await who.browser.post(f"{OWN}/{path}", json=body)
    expected = (403, "access.recent_sign_in_needed")
    assert (refused.status_code, refused.json()["errorCode"]) == expected


async def test_wrong_codes_are_counted_and_a_pause_forgives_them(steps):
    who = await steps.with_app()
    for _ in range(10):
        refused = await who.browser.post(f"{OWN}/disable", json={"token": "000000"})
        assert refused.status_code == 400
    right = {"token": code_of(who.secrets[0])}
    locked = await who.browser.post(f"{OWN}/disable", json=right)
    assert (locked.status_code, locked.json()["errorCode"]) == (403, "ER-01034")
    clock.advance_clock(timedelta(minutes=15))
    right = {"token": code_of(who.secrets[0])}
    assert (await who.browser.post(f"{OWN}/disable", json=right)).status_code == 200


async def test_fifty_guesses_at_once_get_no_more_than_ten(steps):
    who = await steps.with_app()
    guesses = [
        who.browser.post(f"{OWN}/disable", json={"token": f"{number:06}"}) for number in range(50)
    ]
    answers = [one.status_code for one in await asyncio.gather(*guesses)]
    assert answers.count(400) == 10
    assert answers.count(403) == 40


@pytest.mark.parametrize("number", ["", "12", "not a number", "0711 123456", "+999 12345678901"])
async def test_a_number_without_a_country_is_refused(steps, number):
    who = await steps.somebody()
    refused = await who.browser.post(f"{OWN}/sms/enroll", json={"phoneNumber": number})
    assert (refused.status_code, refused.json()["errorCode"]) == (400, "mfa.phone_malformed")


async def test_messages_to_one_number_are_limited(steps):
    who, number = await steps.somebody(), a_number()
    answers = [
        (await who.browser.post(f"{OWN}/sms/enroll", json={"phoneNumber": number})).status_code
        for _ in range(6)
    ]
    assert answers == [200] * 5 + [429]


async def test_a_code_is_bound_to_the_session_that_asked(steps, world):
    who, number = await steps.somebody(), a_number()
    sent = (await who.browser.post(f"{OWN}/sms/enroll", json={"phoneNumber": number})).json()
    body = {"otcToken": sent["otcToken"], "code": await steps.text(number)}
    other = await world.sign_in(who.id, who.tenant_id, who.email)
    assert (await other.browser.post(f"{OWN}/sms/enroll/verify", json=body)).status_code == 400
    assert (await who.browser.post(f"{OWN}/sms/enroll/verify", json=body)).status_code == 200
    assert (await who.browser.post(f"{OWN}/sms/enroll/verify", json=body)).status_code == 400


async def test_an_enrollment_that_took_too_long_is_over(steps):
    who = await steps.somebody()
    await who.browser.post(f"{OWN}/enroll")
    secret = await steps.secret(who)
    clock.advance_clock(timedelta(minutes=61))
    refused = await who.browser.post(f"{OWN}/enroll/verify", json={"token": code_of(secret)})
    assert (refused.status_code, refused.json()["errorCode"]) == (400, "mfa.enrollment_over")


async def test_factors_of_another_user_are_not_found(steps):
    who, other = await steps.with_app(), await steps.with_app()
    device = (await devices(other))["authenticators"][0]["id"]
    for path in (device, uuid4()):
        target = f"{OWN}/authenticator/{path}/disable/verify"
        refused = await who.browser.post(target, json={"token": code_of(who.secrets[0])})
        assert (refused.status_code, refused.json()["errorCode"]) == (404, "mfa.unknown_device")


async def test_what_is_not_offered_is_not_enrolled(steps, world):
    who = await steps.somebody()
    await world.configure("update vendor set mfa_strategies = '{AuthenticatorApp}'")
    try:
        listed = await who.browser.get("/identity/resources/configurations/v1/mfa/strategies")
        active = [one["strategy"] for one in listed.json()["strategies"] if one["isActive"]]
        assert (active, len(listed.json()["strategies"])) == (["AuthenticatorApp"], 5)
        for path, body in (
            ("sms/enroll", {"phoneNumber": a_number()}),
            ("emailcode/enroll", None),
            ("webauthn/enroll", None),
        ):
            refused = await who.browser.post(f"{OWN}/{path}", json=body)
            assert (refused.status_code, refused.json()["errorCode"]) == (403, "mfa.not_offered")
        assert (await who.browser.post(f"{OWN}/enroll")).status_code == 200
    finally:
        await world.configure("update vendor set mfa_strategies = default")


@pytest.mark.parametrize("bend", ["origin", "challenge", "used", "other"])
async def test_a_key_whose_answer_is_not_right_is_refused(steps, bend):
    who = await steps.somebody()
    key = SoftwareKey(origin="https://evil.test" if bend == "origin" else "http://localhost:8000")
    begun = (await who.browser.post(f"{OWN}/webauthn/enroll")).json()
    options = {**begun["options"]}
    if bend == "challenge":
        options["challenge"] = "AAAA"
    body = {
        "deviceType": "Platform",
        "webauthnToken": begun["webauthnToken"],
        "options": key.create(options),
    }
    if bend == "used":
        await who.browser.post(
            f"{OWN}/webauthn/enroll/verify", json={**body, "deviceType": "Platform"}
        )
        await who.browser.post(f"{OWN}/webauthn/enroll/verify", json=body)
    if bend == "other":
        body["webauthnToken"] = "another"
    refused = await who.browser.post(f"{OWN}/webauthn/enroll/verify", json=body)
    assert (refused.status_code, refused.json()["errorCode"]) == (400, "ER-01011")


async def test_a_key_of_another_user_is_not_enrolled_twice(steps):
    who, other, key = await steps.somebody(), await steps.somebody(), SoftwareKey()
    await steps.add_key(who, key)
    begun = (await other.browser.post(f"{OWN}/webauthn/enroll")).json()
    body = {
        "deviceType": "CrossPlatform",
        "webauthnToken": begun["webauthnToken"],
        "options": key.create(begun["options"]),
    }
    refused = await other.browser.post(f"{OWN}/webauthn/enroll/verify", json=body)
    assert (refused.status_code, refused.json()["errorCode"]) == (409, "mfa.already_enrolled")
