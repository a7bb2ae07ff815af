"""The workspace as infrastructure code applies it: every call of it, and what the next plan compares. The
provider is the published one of the hosted platform, version 2, which calls in this order."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.backend import Backend, new_backend, restored_backend
from tests.compat.infrastructure_code import Infrastructure, read
from tests.identity.browser import new_browser
from tests.identity.oauth_steps import authorize
from tests.identity.second_factors import Steps
from tests.world import Db, World

CONFIGURATION = "/identity/resources/configurations/v1"
VENDORS, DOMAINS = "/vendors", "/vendors/custom-domains/v2"
HOSTED = "/oauth/resources/configurations/v1"
ADDRESSES = f"{HOSTED}/redirect-uri"
SAML = "/metadata?entityName=saml"
SHARED = "/team/resources/sso/v1/configurations/multiple-sso-per-domain"
OIDC = "/team/resources/sso/v1/oidc/configurations"
CAPTCHA = f"{CONFIGURATION}/captcha-policy"

WORKSPACE: dict[str, Any] = {
    "name": "Umbrella",
    "country": "CH",
    "backendStack": "Python",
    "frontendStack": "Vue",
    "openSaaSInstalled": True,
    "host": "umbrella.us.frontegg.com",
    "allowedOrigins": ["https://app.umbrella.example", "http://localhost:3000"],
}
PASSWORD = {
    "allowPassphrases": True, "minLength": 16, "maxLength": 256, "minOptionalTestsToPass": 0,
    "minPhraseLength": 16,
}  # fmt: skip


@pytest.fixture
async def backend(world: World, db: Db) -> AsyncIterator[Backend]:
    async with restored_backend(world) as made:
        yield made
        await db.connection.execute("delete from captcha_policies")


@pytest.fixture
def code(backend: Backend, client: httpx.AsyncClient) -> Infrastructure:
    return Infrastructure.of(client, backend)


async def test_the_workspace_is_read_as_it_was_set(code: Infrastructure):
    before = await code.call("GET", VENDORS)
    await code.call("PUT", VENDORS, {"id": "", **WORKSPACE})
    after = await code.call("GET", VENDORS)
    assert read(after, WORKSPACE) == WORKSPACE
    assert after["id"] == before["id"]
    await code.call("PUT", VENDORS, {"id": after["id"], **WORKSPACE, "country": "DE"})
    assert (await code.call("GET", VENDORS))["country"] == "DE"


async def test_the_product_has_the_workspaces_name_and_pages_of_its_origins_may_call(
    code: Infrastructure, world: World
):
    await code.call("PUT", VENDORS, WORKSPACE)
    await world.resources[VendorConfiguration].load()
    told = (await world.new_client().get("/vendors/public")).json()
    assert told["name"] == "Umbrella"
    asked = await world.new_client().options(
        "/identity/resources/users/v2/me",
        headers={
            "origin": "https://app.umbrella.example",
            "access-control-request-method": "GET",
        },
    )
    assert asked.headers["access-control-allow-origin"] == "https://app.umbrella.example"


async def test_one_origin_comes_and_goes(code: Infrastructure):
    """The resource of one origin sends the whole list, or nothing once it is empty."""
    await code.call("PUT", VENDORS, {"allowedOrigins": ["https://one.example"]})
    await code.call(
        "PUT", VENDORS, {"allowedOrigins": ["https://one.example", "https://two.example"]}
    )
    now = (await code.call("GET", VENDORS))["allowedOrigins"]
    assert now == ["https://one.example", "https://two.example"]
    await code.call("PUT", VENDORS, {"allowedOrigins": ["https://two.example"]})
    await code.call("PUT", VENDORS, {})
    after = await code.call("GET", VENDORS)
    assert after["allowedOrigins"] == []
    assert after["name"]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"allowedOrigins": ["umbrella"]}, "must be an origin such as"),
        ({"allowedOrigins": ["https://*.umbrella.example"]}, "must be an origin such as"),
        ({"name": ""}, "brand.name: "),
    ],
)
async def test_a_workspace_that_cannot_be_is_refused(code: Infrastructure, body, says: str):
    before = await code.call("GET", VENDORS)
    status, text = await code.refusal("PUT", VENDORS, {**WORKSPACE, **body})
    assert status == 400
    assert says in text
    assert await code.call("GET", VENDORS) == before


async def test_origins_need_the_permission_for_applications(
    world: World, backend: Backend, client: httpx.AsyncClient
):
    less = await new_backend(world, ["vendor.*.configuration"])
    code = Infrastructure.of(client, less)
    await code.call("PUT", VENDORS, {"country": "FR"})
    status, _ = await code.refusal("PUT", VENDORS, {"allowedOrigins": ["https://one.example"]})
    assert status == 403


async def test_there_are_no_custom_domains(code: Infrastructure):
    assert await code.call("GET", DOMAINS) == {"customDomains": []}
    status, text = await code.refusal(
        "POST", f"{DOMAINS}/verify", {"customDomain": "id.umbrella.example"}
    )
    assert status == 400
    assert "GATEHOUSE_PUBLIC_URL" in text
    assert "CName not found" not in text  # or it is asked for a minute
    assert (await code.refusal("DELETE", f"{DOMAINS}/1"))[0] == 404


# Path, how it is written, what is sent, how a conflict is answered, and what is sent for nothing.
POLICIES = [
    (
        f"{CONFIGURATION}/mfa-policy", "POST", "PATCH",
        {"enforceMFAType": "ForceExceptSAML", "allowRememberMyDevice": True, "mfaDeviceExpiration": 604800},
        {"enforceMFAType": "DontForce", "allowRememberMyDevice": False, "mfaDeviceExpiration": 3600},
    ),
    (
        f"{CONFIGURATION}/lockout-policy", "POST", "PATCH",
        {"enabled": True, "maxAttempts": 10}, {"enabled": False, "maxAttempts": 5},
    ),
    (
        f"{CONFIGURATION}/password-history-policy", "POST", "PATCH",
        {"enabled": True, "historySize": 2}, {"enabled": False, "historySize": 1},
    ),
    (f"{CONFIGURATION}/password", "POST", "", PASSWORD, {**PASSWORD, "minLength": 20, "minPhraseLength": 20}),
    (
        SHARED, "PUT", "",
        {"active": True, "unspecifiedTenantStrategy": "FIRST_CREATED", "useActiveTenant": True},
        {"active": False, "useActiveTenant": False},
    ),
    (OIDC, "POST", "", {"active": True, "redirectUri": "http://localhost:3000"}, {"active": False}),
    (
        CAPTCHA, "POST", "PUT",
        {"enabled": True, "siteKey": "site", "minScore": 0.5, "ignoredEmails": ["a@b.example"]},
        {"enabled": False, "siteKey": "site", "minScore": 0.5, "ignoredEmails": []},
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "method", "conflict", "wanted", "nothing"),
    POLICIES,
    ids=[row[0].rsplit("/", 1)[-1] for row in POLICIES],
)
async def test_a_policy_is_read_as_it_was_set(
    code: Infrastructure, path: str, method: str, conflict: str, wanted, nothing
):
    secret = {"secretKey": "not-told"} if path == CAPTCHA else {}
    for body in (wanted, wanted, nothing, wanted):
        await code.call(method, path, {**body, **secret}, conflict=conflict)
        assert read(await code.call("GET", path), body) == body


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"allowPassphrases": False}, "allowPassphrases"),
        ({"minLength": 7}, "minLength"),
        ({"maxLength": 128}, "maxLength"),
        ({"minOptionalTestsToPass": 2}, "minOptionalTestsToPass"),
        ({"minPhraseLength": 30}, "minPhraseLength: must equal minLength"),
        ({"optionalTests": {"requireNumbers": True}}, "optionalTests.requireNumbers"),
        ({"requiredTests": {"checkThreeRepeatedChars": True}}, "requiredTests.checkThreeRepeatedChars"),
    ],
)  # fmt: skip
async def test_password_rules_without_benefit_are_refused(code: Infrastructure, body, says: str):
    path = f"{CONFIGURATION}/password"
    status, text = await code.refusal("POST", path, {**PASSWORD, **body})
    assert status == 400
    assert says in text


async def test_the_captchas_secret_is_told_to_who_may_see_secrets_alone(
    world: World, code: Infrastructure, client: httpx.AsyncClient
):
    policy = {
        "enabled": True, "siteKey": "site", "secretKey": "s3cret", "minScore": 0.5, "ignoredEmails": []
    }  # fmt: skip
    await code.call("POST", CAPTCHA, policy, conflict="PUT")
    assert (await code.call("GET", CAPTCHA))["secretKey"] == ""
    for permissions in (["vendor.*"], ["vendor.see.*"], ["vendor.read.*"]):
        other = Infrastructure.of(client, await new_backend(world, permissions))
        answer = await other.ask("GET", CAPTCHA)
        assert "s3cret" not in answer.text
    seeing = await new_backend(world, ["vendor.*", "vendor.see.secrets"])
    assert read(await Infrastructure.of(client, seeing).call("GET", CAPTCHA), policy) == policy


async def test_authenticator_apps_show_the_name_that_was_set(
    code: Infrastructure, world: World, asgi, run_jobs, db: Db
):
    path = f"{CONFIGURATION}/mfa"
    wanted = {"authenticationApp": {"active": True, "serviceName": "Umbrella ID"}}
    await code.call("POST", path, wanted)
    assert (
        read((await code.call("GET", path))["authenticationApp"], wanted["authenticationApp"])
        == (wanted["authenticationApp"])
    )
    await world.resources[VendorConfiguration].load()
    who = await Steps(world, asgi, run_jobs, db).somebody()
    begun = await who.browser.post("/identity/resources/users/v1/mfa/authenticator/enroll")
    assert "issuer=Umbrella%20ID" in begun.text
    off = {"authenticationApp": {"active": False, "serviceName": ""}}
    await code.call("POST", path, off)
    assert (await code.call("GET", path))["authenticationApp"]["active"] is False


async def test_a_name_that_is_sent_back_as_it_was_read_is_still_the_products(code: Infrastructure):
    path = f"{CONFIGURATION}/mfa"
    read_before = (await code.call("GET", path))["authenticationApp"]
    await code.call("POST", path, {"authenticationApp": read_before})
    await code.call("PUT", VENDORS, {"name": "Renamed"})
    assert (await code.call("GET", path))["authenticationApp"]["serviceName"] == "Renamed"


async def test_saml_is_told_as_it_was_set_and_forgets_it(code: Infrastructure, world: World):
    [before] = (await code.call("GET", SAML))["rows"]
    assert before["isActive"] is False
    wanted = {
        "acsUrl": "https://umbrella.example/saml",
        "spEntityId": "umbrella",
        "redirectUri": "https://app.umbrella.example/account/saml/callback",
    }
    body = {
        "entityName": "saml", "isActive": True, "configuration": before["configuration"] | wanted
    }  # fmt: skip
    await code.call("POST", SAML, body)
    [now] = (await code.call("GET", SAML))["rows"]
    assert now["isActive"] is True
    assert read(now["configuration"], wanted) == wanted
    await world.resources[VendorConfiguration].load()
    person = await world.person("Admin")
    told = await person.browser.get("/team/resources/sso/v1/saml/configurations/vendor-config")
    assert (told.json()["acsUrl"], told.json()["spEntityId"]) == (
        wanted["acsUrl"],
        wanted["spEntityId"],
    )
    nothing = {"acsUrl": "", "spEntityId": "", "redirectUri": ""}
    await code.call(
        "POST", SAML, {"configuration": nothing, "isActive": False, "entityName": "saml"}
    )
    assert (await code.call("GET", SAML))["rows"] == [before]


async def test_saml_leads_to_no_address_that_is_none(code: Infrastructure):
    body = {
        "acsUrl": "https://umbrella.example/saml",
        "spEntityId": "umbrella",
        "redirectUri": "javascript:1",
    }
    status, text = await code.refusal(
        "POST", SAML, {"entityName": "saml", "isActive": True, "configuration": body}
    )
    assert status == 400
    assert "redirectUri: must be a URL" in text


async def test_redirect_addresses_come_and_go_by_their_id(code: Infrastructure, world: World):
    address = "https://app.umbrella.example/oauth/callback"
    made = await code.call("POST", ADDRESSES, {"redirectUri": address})
    known = (await code.call("GET", ADDRESSES))["redirectUris"]
    assert made in known
    assert made["redirectUri"] == address
    status, text = await code.refusal("POST", ADDRESSES, {"redirectUri": address})
    assert (status, text) == (409, "redirectUri: already exists")
    await world.resources[VendorConfiguration].load()
    place, _ = await authorize(world, await new_browser(world), redirect_uri=address)
    assert place.geturl().startswith(address)
    await code.call("DELETE", f"{ADDRESSES}/{made['id']}")
    assert made not in (await code.call("GET", ADDRESSES))["redirectUris"]
    assert (await code.refusal("DELETE", f"{ADDRESSES}/{made['id']}"))[0] == 404


@pytest.mark.parametrize(
    "address", ["http://example.com/a", "https://*.example.com", "javascript:1"]
)
async def test_a_redirect_address_that_others_could_take_is_refused(code, address: str):
    status, text = await code.refusal("POST", ADDRESSES, {"redirectUri": address})
    assert status == 400
    assert "must be an exact https address" in text


async def test_hosted_login_is_off_once_it_was_deactivated(code: Infrastructure, world: World):
    assert await code.call("GET", HOSTED) == {"isActive": True}
    await code.call("POST", f"{HOSTED}/deactivate")
    assert await code.call("GET", HOSTED) == {"isActive": False}
    await world.resources[VendorConfiguration].load()
    browser = await new_browser(world)
    _, told = await authorize(world, browser)
    assert told["error"] == "unauthorized_client"
    await code.call("POST", f"{HOSTED}/activate")
    await world.resources[VendorConfiguration].load()
    _, told = await authorize(world, browser)
    assert "code" in told
