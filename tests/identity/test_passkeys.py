"""Passkeys: added, listed and removed, and signing in with one."""

import asyncio
import os
from datetime import timedelta
from uuid import uuid4

import httpx
import pytest
from pydantic import ValidationError

from gatehouse.kit import clock
from gatehouse.settings import Settings, add_settings
from tests.identity.second_factors import Somebody
from tests.identity.signup_steps import ME, new_address, stranger
from tests.identity.software_key import SoftwareKey, text
from tests.identity.test_sessions_refresh import claims_of

PRELOGIN = "/identity/resources/auth/v1/webauthn/prelogin"
POSTLOGIN = "/identity/resources/auth/v1/webauthn/postlogin"
DEVICES = "/identity/resources/users/webauthn/v1/devices"
ACCEPTED = "/identity/resources/users/webauthn/v1/accepted-credentials"


async def add(who: Somebody, key: SoftwareKey) -> httpx.Response:
    options = (await who.browser.post(DEVICES)).json()["options"]
    return await who.browser.post(f"{DEVICES}/verify", json=key.create(options))


async def sign_in(browser: httpx.AsyncClient, key: SoftwareKey, **body: str) -> httpx.Response:
    options = (await browser.post(PRELOGIN, json=body)).json()["options"]
    return await browser.post(POSTLOGIN, json=key.get(options))


# WebAuthn Level 3 §5.8.5: keys whose signatures no server can ever check.
NEVER_VERIFY = [
    ("off the curve", "a501020326200121582000" + "00" * 31 + "22582000" + "00" * 31),
    ("no curve", "a5010203262009215820" + "78" * 32 + "225820" + "79" * 32),
    ("short coordinates", "a5010203262001214178224179"),
    ("numbers", "a501020326200121052206"),
    ("texts", "a5010203262001217820" + "78" * 32 + "227820" + "78" * 32),
    ("short modulus", "a4010303390100204101214101"),
    ("short Ed25519 key", "a4010103272006214573686f7274"),
    ("Ed448", "a401010327200721582078" + "78" * 31),
]


@pytest.fixture
async def owner(steps):
    who, key = await steps.somebody(), SoftwareKey()
    assert (await add(who, key)).status_code == 200
    return who, key


async def test_a_passkey_is_added_listed_and_removed(steps, world, run_jobs):
    who, key = await steps.somebody(), SoftwareKey()
    assert (await who.browser.get(DEVICES)).json() == {"devices": []}
    options = (await who.browser.post(DEVICES)).json()["options"]
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["rp"] == {"name": "Gatehouse", "id": "localhost"}
    made = {**key.create(options), "authenticatorAttachment": "platform"}
    assert (await who.browser.post(f"{DEVICES}/verify", json=made)).status_code == 200
    [device] = (await who.browser.get(DEVICES)).json()["devices"]
    assert set(device) == {"id", "deviceType", "createdAt"}
    assert device["deviceType"] == "Platform"
    # A passkey is a way in of its own, no second factor.
    assert (await who.browser.get(ME)).json()["mfaEnrolled"] is False
    assert (await who.browser.delete(f"{DEVICES}/{device['id']}")).status_code == 200
    assert (await who.browser.delete(f"{DEVICES}/{device['id']}")).status_code == 404
    assert (await sign_in(stranger(steps.asgi), key)).status_code == 400
    await run_jobs()
    subjects = [mail["Subject"] for mail in world.mails(who.email)]
    assert subjects == ["Your Gatehouse passkeys were changed"] * 2


@pytest.mark.parametrize("named", ["nobody", "owner"])
async def test_a_passkey_signs_in_with_two_factors(steps, owner, named):
    who, key = owner
    await steps.policy(who.tenant_id, "Force")
    browser = stranger(steps.asgi)
    body = {"email": who.email} if named == "owner" else {}
    answer = await sign_in(browser, key, **body)
    assert answer.status_code == 200, answer.text
    claims = claims_of(answer.json()["accessToken"])
    assert (claims["sub"], claims["amr"]) == (str(who.id), ["hwk", "mfa"])
    assert claims["acr"].endswith("/multi-factor")
    assert any(name.startswith("fe_refresh_") for name in browser.cookies)
    assert not any(name.startswith("fe_webauthn_") for name in browser.cookies)


async def test_known_and_unknown_addresses_are_answered_alike(steps, owner):
    who, _ = owner
    found = []
    for body in ({"email": who.email}, {"email": new_address()}, {}, {"userId": str(who.id)}):
        options = (await stranger(steps.asgi).post(PRELOGIN, json=body)).json()["options"]
        assert len(options.pop("challenge")) >= 43
        found.append(options)
    assert all(one == found[0] for one in found)
    assert found[0]["allowCredentials"] == []
    assert found[0]["userVerification"] == "required"


async def test_a_challenge_is_answered_once_in_the_browser_that_asked(steps, owner):
    _, key = owner
    browser = stranger(steps.asgi)
    options = (await browser.post(PRELOGIN)).json()["options"]
    cookies = dict(browser.cookies)
    elsewhere = await stranger(steps.asgi).post(POSTLOGIN, json=key.get(options))
    assert (elsewhere.status_code, elsewhere.json()["errorCode"]) == (400, "ER-01052")
    answers = await asyncio.gather(
        *(browser.post(POSTLOGIN, json=key.get(options)) for _ in range(5))
    )
    assert [one.status_code for one in answers].count(200) == 1
    browser.cookies.update(cookies)
    assert (await browser.post(POSTLOGIN, json=key.get(options))).status_code == 400


async def test_a_challenge_lasts_five_minutes(steps, owner):
    _, key = owner
    browser = stranger(steps.asgi)
    options = (await browser.post(PRELOGIN)).json()["options"]
    clock.advance_clock(timedelta(minutes=5, seconds=1))
    assert (await browser.post(POSTLOGIN, json=key.get(options))).status_code == 400


@pytest.mark.parametrize(
    "bend", ["unverified", "origin", "count", "stranger", "owner", "second factor", "site"]
)
async def test_what_is_not_right_is_refused_alike(steps, owner, bend):
    who, key = owner
    browser = stranger(steps.asgi)
    if bend == "count":
        assert (await sign_in(stranger(steps.asgi), key)).status_code == 200
        key.count = 0
    options = (await browser.post(PRELOGIN)).json()["options"]
    if bend == "unverified":
        key.verifies = False
    if bend == "origin":
        key.origin = "http://evil.test"
    if bend == "stranger":
        key = SoftwareKey()
    if bend == "owner":
        key.user_handle = bytes(16)
    if bend == "site":
        options["rpId"] = "evil.test"
    if bend == "second factor":
        key = SoftwareKey()
        await steps.add_key(who, key)
    refused = await browser.post(POSTLOGIN, json=key.get(options))
    assert (refused.status_code, refused.json()["errorCode"]) == (400, "ER-01052")


async def test_only_a_passkey_that_no_user_has_is_to_be_deleted_by_the_browser(steps, owner):
    """`context.unknownCredential` is the argument of `PublicKeyCredential.signalUnknownCredential`. A key
    that is registered is never named there, whatever was wrong with its answer."""
    who, key = owner
    [device] = (await who.browser.get(DEVICES)).json()["devices"]
    browser, second_factor = stranger(steps.asgi), SoftwareKey()
    await steps.add_key(who, second_factor)
    key.origin = "http://evil.test"
    for registered in (key, second_factor):
        refused = (await sign_in(browser, registered)).json()
        assert (refused["errorCode"], refused["context"]) == ("ER-01052", {})
    late = await browser.post(
        POSTLOGIN, json=SoftwareKey().get({"rpId": "localhost", "challenge": "AAAA"})
    )
    assert (late.status_code, late.json()["context"]) == (400, {})
    assert (await who.browser.delete(f"{DEVICES}/{device['id']}")).status_code == 200
    refused = (await sign_in(browser, key)).json()
    assert refused["errorCode"] == "ER-01052"
    named = {"rpId": "localhost", "credentialId": text(key.id)}
    assert refused["context"] == {"unknownCredential": named}


async def test_a_passkey_of_another_service_on_the_same_domain_stays_in_the_browser(steps):
    """Its user handle names a user that was never here: the domain may be above several services, or one
    that ran before on it."""
    browser, key = stranger(steps.asgi), SoftwareKey()
    for handle in (b"", uuid4().bytes, b"a handle of another length", b"\xff" * 16):
        key.user_handle = handle
        refused = (await sign_in(browser, key)).json()
        assert (refused["errorCode"], refused["context"]) == ("ER-01052", {})


async def test_the_browser_is_told_which_keys_of_the_user_are_accepted(steps, owner):
    who, key = owner
    other, second_factor = await steps.somebody(), SoftwareKey()
    await add(other, SoftwareKey())
    await steps.add_key(who, second_factor)
    told = (await who.browser.get(ACCEPTED)).json()
    assert set(told["allAcceptedCredentialIds"]) == {text(key.id), text(second_factor.id)}
    assert (told["rpId"], told["userId"]) == ("localhost", text(who.id.bytes))
    assert (await who.browser.put(ME, json={"name": "Ada King"})).status_code == 200
    told = (await who.browser.get(ACCEPTED)).json()
    assert (told["name"], told["displayName"]) == (who.email, "Ada King")
    assert (await stranger(steps.asgi).get(ACCEPTED)).status_code == 401


async def test_headers_do_not_choose_the_site(steps, owner):
    browser = stranger(steps.asgi)
    headers = {"x-forwarded-host": "evil.test", "forwarded": "host=evil.test"}
    options = (await browser.post(PRELOGIN, headers=headers)).json()["options"]
    assert options["rpId"] == "localhost"


async def test_adding_and_removing_need_a_recent_sign_in(steps, owner):
    who, _ = owner
    [device] = (await who.browser.get(DEVICES)).json()["devices"]
    clock.advance_clock(timedelta(minutes=61))
    for refused in (
        await who.browser.post(DEVICES),
        await who.browser.delete(f"{DEVICES}/{device['id']}"),
    ):
        expected = (403, "access.recent_sign_in_needed")
        assert (refused.status_code, refused.json()["errorCode"]) == expected
    assert len((await who.browser.get(DEVICES)).json()["devices"]) == 1


async def test_an_unverified_passkey_is_not_added(steps):
    who = await steps.somebody()
    refused = await add(who, SoftwareKey(verifies=False))
    assert (refused.status_code, refused.json()["errorCode"]) == (400, "ER-01011")


async def test_what_was_asked_for_a_sign_in_adds_no_passkey(steps):
    who, key = await steps.somebody(), SoftwareKey()
    asked = (await who.browser.post(PRELOGIN)).json()["options"]
    options = {
        "challenge": asked["challenge"], "rp": {"id": "localhost"}, "user": {"id": text(who.id.bytes)}
    }  # fmt: skip
    refused = await who.browser.post(f"{DEVICES}/verify", json=key.create(options))
    assert (refused.status_code, refused.json()["errorCode"]) == (400, "ER-01011")


async def test_a_passkey_of_another_user_is_not_found(steps, owner):
    who, _ = owner
    [device] = (await who.browser.get(DEVICES)).json()["devices"]
    other = await steps.somebody()
    assert (await other.browser.delete(f"{DEVICES}/{device['id']}")).status_code == 404
    assert len((await who.browser.get(DEVICES)).json()["devices"]) == 1


APP = "android:apk-key-hash:" + text(bytes(range(32)))


async def test_an_app_of_the_vendor_makes_and_uses_passkeys_and_others_do_not(
    resources, settings, steps
):
    """On Android the origin is the hash of what signs the app."""
    other = "android:apk-key-hash:" + text(bytes(32))
    add_settings(resources, settings.model_copy(update={"webauthn_apps": [APP]}))
    try:
        who, key = await steps.somebody(), SoftwareKey(origin=APP)
        assert (await add(who, key)).status_code == 200
        assert (await sign_in(stranger(steps.asgi), key)).status_code == 200
        key.origin = other
        refused = await sign_in(stranger(steps.asgi), key)
        assert (refused.status_code, refused.json()["errorCode"]) == (400, "ER-01052")
        assert (await add(who, SoftwareKey(origin=other))).status_code == 400
    finally:
        add_settings(resources, settings)
    key.origin = APP
    assert (await sign_in(stranger(steps.asgi), key)).status_code == 400


async def test_phones_are_told_which_apps_are_the_domains_own(resources, settings, steps):
    ours = {
        "webauthn_apps": [APP],
        "webauthn_android_packages": ["com.umbrella.app"],
        "webauthn_apple_apps": ["ABCDE12345.com.umbrella.app"],
    }
    browser = stranger(steps.asgi)
    links, apple = (
        f"/.well-known/{name}" for name in ("assetlinks.json", "apple-app-site-association")
    )
    assert (await browser.get(links)).json() == []
    assert (await browser.get(apple)).json() == {"webcredentials": {"apps": []}}
    add_settings(resources, settings.model_copy(update=ours))
    try:
        [told] = (await browser.get(links)).json()
        answer = await browser.get(apple)
    finally:
        add_settings(resources, settings)
    assert told["relation"] == ["delegate_permission/common.get_login_creds"]
    assert told["target"] == {
        "namespace": "android_app",
        "package_name": "com.umbrella.app",
        "sha256_cert_fingerprints": [":".join(f"{number:02X}" for number in range(32))],
    }
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == {"webcredentials": {"apps": ["ABCDE12345.com.umbrella.app"]}}


@pytest.mark.parametrize(
    "wrong",
    [
        {"webauthn_android_packages": ["app"]},
        {"webauthn_android_packages": ["com.umbrella app"]},
        {"webauthn_apple_apps": ["com.umbrella.app"]},
        {"webauthn_apple_apps": ["ABCDE12345.*"]},
    ],
)
def test_what_is_no_name_of_an_app_does_not_start(wrong):
    with pytest.raises(ValidationError):
        Settings(**wrong)


@pytest.mark.parametrize(
    "app",
    ["https://app.example", APP.upper(), APP[:-1], f"{APP}=", APP.replace("AAEC", "AA:C")],
)
def test_what_names_no_app_does_not_start(app):
    with pytest.raises(ValidationError):
        Settings(webauthn_apps=[app])


@pytest.mark.parametrize("said", [
    {"crossOrigin": True}, {"crossOrigin": True, "topOrigin": "https://evil.test"},
    {"topOrigin": "http://localhost:8000"}, {"crossOrigin": "true"},
])  # fmt: skip
async def test_a_key_that_is_used_in_a_frame_of_another_site_is_refused(steps, owner, said):
    who, key = owner
    browser = stranger(steps.asgi)
    options = (await browser.post(PRELOGIN)).json()["options"]
    key.says = said
    refused = await browser.post(POSTLOGIN, json=key.get(options))
    assert (refused.status_code, refused.json()["errorCode"]) == (400, "ER-01052")
    new = SoftwareKey()
    new.says = said
    assert (await add(who, new)).status_code == 400
    key.says = {"crossOrigin": False}
    assert (await sign_in(stranger(steps.asgi), key)).status_code == 200


@pytest.mark.parametrize(
    "cbor_hex", [one for _, one in NEVER_VERIFY], ids=[what for what, _ in NEVER_VERIFY]
)
async def test_a_key_that_can_never_verify_is_not_kept(steps, owner, cbor_hex):
    who, _ = owner
    key = SoftwareKey()
    key.public = bytes.fromhex(cbor_hex)
    assert (await add(who, key)).status_code == 400


@pytest.mark.parametrize(("length", "status"), [(1023, 200), (1024, 400)])
async def test_the_id_of_a_key_has_a_longest_length(steps, owner, length, status):
    who, _ = owner
    key = SoftwareKey()
    key.id = os.urandom(length)
    assert (await add(who, key)).status_code == status
