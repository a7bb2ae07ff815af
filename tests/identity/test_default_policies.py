"""The vendor's backend sets the password and MFA rules of all users."""

from collections.abc import AsyncIterator
from uuid import uuid4

import httpx
import pytest

from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.backend import Backend, new_backend
from tests.world import World

POLICY = "/identity/resources/configurations/v1"
AS_BEFORE = (
    "update vendor set password_min_length = null, block_breached_passwords = true,"
    " mfa_enforcement = 'DontForce', mfa_remember_device = false, mfa_device_seconds = 1209600,"
    " mfa_strategies = '{AuthenticatorApp,WebAuthnPlatform,WebAuthnCrossPlatform,SMS,EmailCode}'"
)


@pytest.fixture
async def backend(world: World) -> AsyncIterator[Backend]:
    yield await new_backend(world)
    await world.configure(AS_BEFORE)


async def test_what_server_packages_ask_first(backend: Backend):
    assert (await backend.http.get(f"{POLICY}/basic")).json() == {
        "forcePermissions": True,
        "machineToMachineAuthStrategy": "ClientCredentials",
    }


async def test_rules_for_passwords(client: httpx.AsyncClient, world: World, backend: Backend):
    body = {"minLength": 20, "blockPwnedPasswords": False, "requiredTests": {}}
    changed = await backend.http.post(f"{POLICY}/password", json=body)
    assert changed.status_code == 201
    assert changed.json().items() >= {"minLength": 20, "blockPwnedPasswords": False}.items()
    await world.resources[VendorConfiguration].load()
    assert (await client.get(f"{POLICY}/password")).json() == changed.json()
    kept = await backend.http.post(f"{POLICY}/password", json={"blockPwnedPasswords": True})
    assert kept.json()["minLength"] == 20


@pytest.mark.parametrize(
    "body",
    [
        {"minLength": 4}, {"maxLength": 12}, {"allowPassphrases": False},
        {"optionalTests": {"requireNumbers": True}}, {"minOptionalTestsToPass": 2},
        {"requiredTests": {"checkThreeRepeatedChars": True}}, {"minLength": "long"},
    ],
)  # fmt: skip
async def test_rules_of_composition_are_refused(backend: Backend, body: dict[str, object]):
    before = (await backend.http.post(f"{POLICY}/password", json={})).json()
    assert (await backend.http.post(f"{POLICY}/password", json=body)).status_code == 400
    assert (await backend.http.post(f"{POLICY}/password", json={})).json() == before


async def test_rules_for_second_factors(world: World, backend: Backend):
    body = {"enforceMFAType": "Force", "allowRememberMyDevice": True}
    changed = await backend.http.put(f"{POLICY}/mfa-policy", json=body)
    assert changed.status_code == 200
    assert changed.json() == {**body, "mfaDeviceExpiration": 1_209_600}
    await world.resources[VendorConfiguration].load()
    admin = await world.person("Admin")
    assert (await admin.browser.get(f"{POLICY}/mfa-policy/vendor")).json() == changed.json()
    wrong = await backend.http.put(f"{POLICY}/mfa-policy", json={"mfaDeviceExpiration": 1})
    assert wrong.status_code == 400


async def test_rules_of_one_account_do_not_apply_to_others(world: World, backend: Backend):
    """A backend that names an account means that one; where an account has no rules of its own the answer
    says so, and the rules of all stay."""
    admin = await world.person("Admin")
    account = {"frontegg-tenant-id": str(admin.tenant_id)}
    everybodys = (await backend.http.get(f"{POLICY}/mfa-policy")).json()
    body = {"enforceMFAType": "ForceExceptSAML", "mfaDeviceExpiration": 7200}
    changed = await backend.http.put(f"{POLICY}/mfa-policy", json=body, headers=account)
    assert changed.status_code == 200, changed.text
    assert body.items() <= changed.json().items()
    assert {"id", "createdAt", "updatedAt"} <= changed.json().keys()
    one = {"allowRememberMyDevice": True}
    again = await backend.http.put(f"{POLICY}/mfa-policy", json=one, headers=account)
    assert (body | one).items() <= again.json().items()
    assert (await admin.browser.get(f"{POLICY}/mfa-policy")).json() == again.json()
    assert (await backend.http.get(f"{POLICY}/mfa-policy")).json() == everybodys
    nobodys = {"frontegg-tenant-id": str(uuid4())}
    gone = await backend.http.put(f"{POLICY}/mfa-policy", json=body, headers=nobodys)
    assert gone.status_code == 404
    rules = (await backend.http.get(f"{POLICY}/password")).json()
    refused = await backend.http.post(f"{POLICY}/password", json={"minLength": 30}, headers=account)
    assert (refused.status_code, refused.json()["errorCode"]) == (400, "request.invalid")
    assert (await backend.http.get(f"{POLICY}/password")).json() == rules


async def test_kinds_of_codes_are_offered_and_withdrawn(backend: Backend):
    offered = (await backend.http.get(f"{POLICY}/mfa")).json()
    assert offered["authenticationApp"] == {"active": True, "serviceName": "Gatehouse"}
    assert offered["sms"] == {"active": True, "tokenLifetimeSeconds": 600}
    assert offered["email"]["sender"]
    body = {"sms": {"active": False}, "email": {"active": True}}
    changed = await backend.http.post(f"{POLICY}/mfa", json=body)
    assert changed.status_code == 201
    assert changed.json() == {**offered, "sms": {"active": False, "tokenLifetimeSeconds": 600}}
    assert (await backend.http.get(f"{POLICY}/mfa")).json() == changed.json()
    back = await backend.http.post(f"{POLICY}/mfa", json={"sms": {"active": True}})
    assert back.json() == offered


async def test_people_do_not_set_them(client: httpx.AsyncClient, world: World):
    admin = await world.person("Admin")
    for method, path in (
        ("GET", "basic"), ("POST", "password"), ("PUT", "mfa-policy"), ("GET", "mfa"), ("POST", "mfa"),
    ):  # fmt: skip
        for browser in (client, admin.browser):
            if (path, browser) == ("mfa-policy", admin.browser):
                continue  # who may set the account's own sets that
            assert (await browser.request(method, f"{POLICY}/{path}", json={})).status_code == 401
