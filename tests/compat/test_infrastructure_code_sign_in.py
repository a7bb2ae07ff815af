"""Social providers, apps on devices and applications, as infrastructure code applies them."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.backend import Backend, new_backend, restored_backend
from tests.compat.infrastructure_code import Infrastructure, read
from tests.identity.second_factors import Steps
from tests.identity.software_key import SoftwareKey
from tests.identity.test_passkeys import add
from tests.world import Db, World

SOCIAL = "/identity/resources/sso/v2"
APPS = "/vendors/resources/associated-domains/v1"
APPLICATIONS = "/applications/resources/applications/v1"
ASSIGNMENTS = "/applications/resources/applications/tenant-assignments/v1"
APPLE, ANDROID = "/.well-known/apple-app-site-association", "/.well-known/assetlinks.json"

GOOGLE: dict[str, Any] = {
    "clientId": "umbrella.apps.example",
    "redirectUrl": "https://app.umbrella.example/account/social/success",
    "secret": "from-the-console",
    "type": "google",
    "customised": True,
    "additionalScopes": ["openid", "calendar"],
}
PRINT = ":".join(f"{number:02X}" for number in range(32))
# The same in the words of Android's credential manager.
ORIGIN = "android:apk-key-hash:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"


@pytest.fixture
async def backend(world: World) -> AsyncIterator[Backend]:
    async with restored_backend(world) as made:
        yield made


@pytest.fixture
def code(backend: Backend, client: httpx.AsyncClient) -> Infrastructure:
    return Infrastructure.of(client, backend)


async def set_up(code: Infrastructure, **changes: object) -> None:
    provider = {**GOOGLE, **changes}
    await code.call("POST", SOCIAL, {"active": False, **provider})
    await code.call("POST", f"{SOCIAL}/{provider['type']}/activate")


async def offered(world: World) -> dict[str, dict[str, Any]]:
    await world.resources[VendorConfiguration].load()
    return {one["type"]: one for one in (await world.new_client().get(SOCIAL)).json()}


@pytest.mark.parametrize("name", ["google", "github", "microsoft"])
async def test_a_provider_is_offered_once_it_is_activated(
    code: Infrastructure, world: World, name: str
):
    assert (await code.ask("GET", f"{SOCIAL}/{name}")).status_code == 404
    await code.call("POST", SOCIAL, {"active": False, **GOOGLE, "type": name})
    assert name not in await offered(world)
    await code.call("POST", f"{SOCIAL}/{name}/activate")
    assert (await offered(world))[name]["clientId"] == GOOGLE["clientId"]
    told = await code.call("GET", f"{SOCIAL}/{name}")
    shown = {**GOOGLE, "type": name, "secret": "", "active": True}
    assert read(told, shown) == shown
    await code.call("POST", f"{SOCIAL}/{name}/deactivate")
    assert name not in await offered(world)
    assert (await code.call("GET", f"{SOCIAL}/{name}"))["active"] is False


async def test_a_change_never_takes_a_provider_away_for_a_moment(
    code: Infrastructure, world: World
):
    """The code sends `active: false` with each change, and activates it in another call."""
    await set_up(code)
    changed = {**GOOGLE, "clientId": "another"}
    del changed["additionalScopes"]
    await code.call("POST", SOCIAL, {"active": False, **changed})
    assert (await offered(world))["google"]["clientId"] == "another"
    assert (await code.call("GET", f"{SOCIAL}/google"))["additionalScopes"] == []


async def test_the_secret_is_told_to_who_may_see_secrets_alone(
    world: World, code: Infrastructure, client: httpx.AsyncClient
):
    await set_up(code)
    assert "from-the-console" not in (await code.ask("GET", f"{SOCIAL}/google")).text
    seeing = await new_backend(world, ["vendor.*", "vendor.see.secrets"])
    told = await Infrastructure.of(client, seeing).call("GET", f"{SOCIAL}/google")
    assert read(told, GOOGLE) == GOOGLE


async def test_people_come_back_to_the_page_that_was_set_while_it_may_call(
    code: Infrastructure, world: World
):
    """The page of a client that names none; an origin that may not call never gets a code."""
    await set_up(code)
    elsewhere = (await offered(world))["google"]["redirectUrl"]
    assert elsewhere == "http://localhost:8000/oauth/account/social/success"
    await code.call("PUT", "/vendors", {"allowedOrigins": ["https://app.umbrella.example"]})
    assert (await offered(world))["google"]["redirectUrl"] == GOOGLE["redirectUrl"]


@pytest.mark.parametrize(
    ("changes", "status", "says"),
    [
        ({"customised": False}, 400, "customised: must be true"),
        ({"clientId": ""}, 400, "clientId"),
        ({"secret": ""}, 400, "secret"),
        ({"redirectUrl": "javascript:1"}, 400, "redirect_url: must be a URL"),
        ({"type": "myspace"}, 400, "type"),
    ],
)
async def test_what_cannot_be_a_provider_is_refused(
    code: Infrastructure, changes: dict[str, object], status: int, says: str
):
    refused = await code.refusal("POST", SOCIAL, {"active": False, **GOOGLE, **changes})
    assert refused[0] == status
    assert says in refused[1]


async def test_facebook_is_offered_once_its_addresses_are_trusted(
    code: Infrastructure, backend: Backend
):
    await code.call("POST", SOCIAL, {"active": False, **GOOGLE, "type": "facebook"})
    status, text = await code.refusal("POST", f"{SOCIAL}/facebook/activate")
    assert status == 400
    assert "trusts_addresses: must be true" in text
    document = {"values": {"facebook": {"trusts_addresses": True}}}
    answer = await backend.http.patch("/vendor/resources/configuration/v1/social", json=document)
    assert answer.status_code == 200
    await code.call("POST", f"{SOCIAL}/facebook/activate")


@pytest.mark.parametrize("call", ["activate", "deactivate"])
async def test_who_was_never_set_up_is_not_switched(code: Infrastructure, call: str):
    answer = await code.ask("POST", f"{SOCIAL}/github/{call}")
    assert (answer.status_code, answer.json()["errorCode"]) == (404, "social.provider_not_found")


IOS = {"appId": "ABCDE12345.com.umbrella.app"}
PACKAGE = {"packageName": "com.umbrella.app", "sha256CertFingerprints": [PRINT, PRINT.lower()]}


@pytest.mark.parametrize(("platform", "body"), [("ios", IOS), ("android", PACKAGE)])
async def test_an_app_comes_is_listed_and_goes(code: Infrastructure, platform: str, body):
    path = f"{APPS}/{platform}"
    made = await code.call("POST", path, body)
    assert made in await code.call("GET", path)
    assert read(made, body) == body
    answer = await code.ask("POST", path, body)
    assert (answer.status_code, answer.json()["errorCode"]) == (409, "mobile_apps.exists")
    other = "android" if platform == "ios" else "ios"
    assert (await code.ask("DELETE", f"{APPS}/{other}/{made['id']}")).status_code == 404
    await code.call("DELETE", f"{path}/{made['id']}")
    assert made not in await code.call("GET", path)
    assert (await code.ask("DELETE", f"{path}/{made['id']}")).status_code == 404


@pytest.mark.parametrize(
    ("platform", "body"),
    [
        ("ios", {"appId": "com.umbrella.app"}),
        ("ios", {"appId": "ABCDE12345.*"}),
        ("android", {**PACKAGE, "packageName": "umbrella"}),
        ("android", {**PACKAGE, "sha256CertFingerprints": ["14:6D"]}),
        ("android", {"packageName": "com.umbrella.app", "sha256CertFingerprints": []}),
    ],
)
async def test_what_names_no_app_is_refused(code: Infrastructure, platform: str, body):
    assert (await code.refusal("POST", f"{APPS}/{platform}", body))[0] == 400
    assert await code.call("GET", f"{APPS}/{platform}") == []


async def test_devices_are_told_of_the_apps(code: Infrastructure, world: World):
    await code.call("POST", f"{APPS}/ios", IOS)
    await code.call(
        "POST", f"{APPS}/android", {**PACKAGE, "sha256CertFingerprints": [PRINT.lower()]}
    )
    await world.resources[VendorConfiguration].load()
    browser = world.new_client()
    apple, links = await browser.get(APPLE), await browser.get(ANDROID)
    for answer in (apple, links):
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["cache-control"] == "public, max-age=3600"
    assert apple.json() == {
        "webcredentials": {"apps": [IOS["appId"]]},
        "applinks": {
            "details": [
                {
                    "appIDs": [IOS["appId"]],
                    "components": [
                        {"/": "/oauth/account/redirect/ios/com.umbrella.app/*"},
                        {"/": "/account/activate"},
                        {"/": "/account/reset-password"},
                        {"/": "/account/login/magic-link"},
                    ],
                }
            ]
        },
    }
    assert links.json() == [
        {
            "relation": [
                "delegate_permission/common.handle_all_urls",
                "delegate_permission/common.get_login_creds",
            ],
            "target": {
                "namespace": "android_app",
                "package_name": "com.umbrella.app",
                "sha256_cert_fingerprints": [PRINT],
            },
        }
    ]


async def test_an_android_app_makes_passkeys_once_it_is_there(
    code: Infrastructure, world: World, asgi, run_jobs, db: Db
):
    who, key = await Steps(world, asgi, run_jobs, db).somebody(), SoftwareKey(origin=ORIGIN)
    assert (await add(who, key)).status_code == 400
    await code.call("POST", f"{APPS}/android", PACKAGE)
    await world.resources[VendorConfiguration].load()
    assert (await add(who, key)).status_code == 200


APPLICATION: dict[str, Any] = {
    "name": "Umbrella console",
    "appURL": "https://console.umbrella.example",
    "loginURL": "https://console.umbrella.example/login",
    "logoURL": "https://console.umbrella.example/logo.png",
    "accessType": "MANAGED_ACCESS",
    "isDefault": False,
    "isActive": True,
    "allowDcr": False,
    "type": "web",
    "frontendStack": "react",
    "description": "Where accounts are run",
    "metadata": {"team": "platform", "stage": "production"},
}


async def test_an_application_is_read_with_its_metadata(code: Infrastructure):
    made = await code.call("POST", APPLICATIONS, APPLICATION)
    path = f"{APPLICATIONS}/{made['id']}"
    for field in ("createdAt", "updatedAt", "integrationFinishedAt"):
        assert made[field]
    assert read(made, APPLICATION) == APPLICATION
    assert read(await code.call("GET", path), APPLICATION) == APPLICATION
    secrets = await code.call("GET", f"{APPLICATIONS}/credentials/{made['id']}")
    assert set(secrets) >= {"clientSecret", "sharedSecret"}
    changed = {**APPLICATION, "isActive": False, "metadata": {"team": "identity"}}
    await code.call("PATCH", path, changed)
    assert read(await code.call("GET", path), changed) == changed
    await code.call("DELETE", path)
    assert (await code.ask("GET", path)).status_code == 404


async def test_notes_on_an_application_stay_small(code: Infrastructure):
    long = {**APPLICATION, "metadata": {"note": "x" * 1001}}
    assert (await code.refusal("POST", APPLICATIONS, long))[0] == 400


async def test_people_do_not_see_the_notes_on_an_application(code: Infrastructure, world: World):
    made = await code.call("POST", APPLICATIONS, {**APPLICATION, "accessType": "FREE_ACCESS"})
    await world.resources[VendorConfiguration].load()
    person = await world.person("Admin")
    seen = await person.browser.get(f"{APPLICATIONS}", params={"ids": made["id"]})
    assert seen.status_code == 200, seen.text
    assert "platform" not in seen.text


async def test_an_account_is_assigned_an_application_once(code: Infrastructure, world: World):
    made, account = await code.call("POST", APPLICATIONS, APPLICATION), await world.tenant()
    path = f"{ASSIGNMENTS}/{made['id']}"
    assert await code.call("GET", path) == {"tenantIds": []}
    given = await code.call("POST", path, {"tenantId": str(account)})
    assert given == {"tenantId": str(account), "appIds": [made["id"]]}
    assert await code.call("GET", path) == {"tenantIds": [str(account)]}
    await code.call("DELETE", f"{path}/{account}")
    assert await code.call("GET", path) == {"tenantIds": []}
