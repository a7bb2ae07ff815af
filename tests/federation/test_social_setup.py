"""What the vendor sets up: in its document, by its backends, and what clients read of it."""

import tomllib
from collections.abc import AsyncIterator

import pytest

from gatehouse.configuration.service import apply_document, show_document
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Database
from gatehouse.vendor.configuration.live import VendorConfiguration
from gatehouse.vendor.document.plan import DocumentRefused
from gatehouse.vendor.social_providers import SECRETS
from tests.backend import Backend, new_backend

LISTS = "/identity/resources/sso"
CUSTOM = f"{LISTS}/custom/v1"
GOOGLE = '[social.google]\nclient_id = "an-id"\nclient_secret = "GOCSPX-plain"\n'
BODY = {
    "type": "partner",
    "clientId": "an-id",
    "secret": "plain-secret",
    "redirectUrl": "https://app.example.com/account/social/success",
    "authorizationUrl": "https://id.partner.example.com/authorize",
    "tokenUrl": "https://id.partner.example.com/token",
    "userInfoUrl": "https://id.partner.example.com/userinfo",
    "scopes": "openid email",
    "ssoLogoUrl": "https://id.partner.example.com/logo.svg",
    "displayName": "Partner",
    "active": True,
}


class Vendor:
    def __init__(self, resources) -> None:
        self.resources = resources
        self.database = resources[Database]

    async def apply(self, document: str, box: Box | None = None) -> list[str]:
        differences = await apply_document(self.database, document, box=box or self.resources[Box])
        await self.resources[VendorConfiguration].load()
        return differences

    async def shown(self) -> str:
        return await show_document(self.database)


@pytest.fixture
async def vendor(resources) -> AsyncIterator[Vendor]:
    """Afterwards there is no provider."""
    made = Vendor(resources)
    yield made
    now = tomllib.loads(await made.shown())
    gone = "\n".join(f"{name} = {list(now[name])!r}" for name in ("social", "custom_social"))
    await made.apply(f"[remove]\n{gone}")


async def test_a_secret_is_stored_sealed_and_told_nowhere(vendor: Vendor, db):
    differences = await vendor.apply(GOOGLE)
    stored = await db.connection.fetchval("select sealed_secret from social_providers")
    assert SECRETS.open(vendor.resources[Box], "google", stored) == b"GOCSPX-plain"
    told = await db.connection.fetchval(
        "select data::text from audits where action = 'vendor.configuration_changed'"
        " order by created_at desc, id desc limit 1"
    )
    for text in (await vendor.shown(), told, *differences):
        assert "GOCSPX" not in text
    assert "sealed:" not in told
    assert any("social.google" in line for line in differences)


async def test_the_same_secret_again_is_no_change_and_another_one_is(vendor: Vendor):
    await vendor.apply(GOOGLE)
    assert await vendor.apply(GOOGLE) == []
    assert await vendor.apply(await vendor.shown()) == []
    changed = await vendor.apply('[social.google]\nclient_secret = "another"')
    assert changed == ["~ social.google.client_secret"]


async def test_a_secret_of_another_installation_is_refused(vendor: Vendor):
    await vendor.apply(GOOGLE, Box(["the key of another installation, long enough"]))
    shown = await vendor.shown()
    await vendor.apply('[remove]\nsocial = ["google"]')
    with pytest.raises(DocumentRefused, match="another secret key"):
        await vendor.apply(shown)


APPLE = '[social.apple]\nclient_id = "a"\nclient_secret = "k"\n'
PARTNER = '[custom_social.p]\ndisplay_name = "P"\nclient_id = "a"\nclient_secret = "s"\n'


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        ('[social.myspace]\nclient_id = "a"', "must be one of google"),
        ('[social.google]\nclient_id = "a"', "client_secret: is required"),
        ("[social.google]\nactive = false", "client_id: Field required"),
        (APPLE, "team_id and key_id are required"),
        (f'{GOOGLE}key_id = "K"', "are for Apple only"),
        (f'{GOOGLE}directory = "consumers"', "is for Microsoft only"),
        (GOOGLE.replace("google", "slack"), "trusts_addresses: must be true"),
        (GOOGLE.replace("google", "facebook"), "trusts_addresses: must be true"),
        (PARTNER, "set issuer, or"),
        (f'{PARTNER}token_url = "https://a.test/t"', "set issuer, or"),
        (
            f'{PARTNER}issuer = "https://a.test"\ntoken_url = "https://a.test/t"',
            "set either issuer or",
        ),
        (f'{PARTNER}issuer = "https://a.test"\nscopes = ["email"]', "must contain openid"),
        (f'{PARTNER}issuer = "file:///etc"', "must be a URL"),
        (PARTNER.replace("custom_social.p", "custom_social.google"), "belongs in social"),
    ],
)
async def test_what_would_not_work_is_refused(vendor: Vendor, document: str, problem: str):
    before = await vendor.shown()
    with pytest.raises(DocumentRefused, match=problem):
        await vendor.apply(document)
    assert await vendor.shown() == before


async def test_clients_read_those_that_are_offered(vendor: Vendor, world, client):
    trusted = GOOGLE.replace("google", "slack") + "trusts_addresses = true\nactive = false\n"
    await vendor.apply(GOOGLE + 'additional_scopes = ["calendar"]\n' + trusted)
    [google] = (await client.get(f"{LISTS}/v2")).json()
    assert google == {
        "type": "google",
        "clientId": "an-id",
        "redirectUrl": "http://localhost:8000/oauth/account/social/success",
        "backendRedirectUrl": "http://localhost:8000/identity/resources/auth/v2/user/sso/google/callback",
        "active": True,
        "authorizationUrl": "/identity/resources/auth/v2/user/sso/default/google/prelogin",
        "options": {},
        "customised": False,
        "additionalScopes": ["calendar"],
    }
    [older] = (await client.get(f"{LISTS}/v1")).json()
    assert older == {name: google[name] for name in ("type", "clientId", "redirectUrl", "active")}
    person = await world.person()
    assert (await person.browser.get(f"{LISTS}/v2/authenticated")).json() == [google]
    assert (await client.get(f"{LISTS}/v2/authenticated")).status_code == 401
    assert (await client.get(CUSTOM)).json() == {"providers": []}


async def test_a_backend_makes_changes_and_deletes_one(vendor: Vendor, world, client, db):
    backend = await new_backend(world)
    assert (await backend.http.post(CUSTOM, json=BODY)).status_code == 200
    await vendor.resources[VendorConfiguration].load()
    [made] = (await client.get(CUSTOM)).json()["providers"]
    assert made == {
        "id": "partner",
        "type": "partner",
        "clientId": "an-id",
        "redirectUrl": "http://localhost:8000/oauth/account/social/success",
        "redirectUrlPattern": "http://localhost:8000/oauth/account/social/success",
        "authorizationUrl": "http://localhost:8000/identity/resources/auth/v2/user/sso/custom/partner/prelogin",
        "userInfoUrl": BODY["userInfoUrl"],
        "scopes": "openid email",
        "ssoLogoUrl": BODY["ssoLogoUrl"],
        "displayName": "Partner",
        "active": True,
    }
    secret = await db.connection.fetchval("select sealed_secret from social_providers")
    assert SECRETS.open(vendor.resources[Box], "partner", secret) == b"plain-secret"
    again = await backend.http.post(CUSTOM, json=BODY)
    assert (again.status_code, again.json()["errorCode"]) == (409, "social.provider_exists")
    change = await backend.http.patch(f"{CUSTOM}/partner", json={"displayName": "Other"})
    assert change.status_code == 200
    kept = await db.connection.fetchrow("select display_name, sealed_secret from social_providers")
    assert tuple(kept) == ("Other", secret)
    renamed = await backend.http.patch(f"{CUSTOM}/partner", json={"type": "another"})
    assert renamed.status_code == 409
    assert (await backend.http.delete(f"{CUSTOM}/partner")).status_code == 200
    for method in ("PATCH", "DELETE"):
        gone = await backend.http.request(method, f"{CUSTOM}/partner", json={})
        assert (gone.status_code, gone.json()["errorCode"]) == (404, "social.provider_not_found")


async def test_a_backend_may_not_set_up_half_a_provider(vendor: Vendor, world):
    backend: Backend = await new_backend(world)
    for wrong in ({"tokenUrl": ""}, {"tokenUrl": "nowhere"}, {"type": "google"}, {"clientId": ""}):
        response = await backend.http.post(CUSTOM, json={**BODY, **wrong})
        assert response.status_code == 400, response.text
    assert "custom_social.partner" not in await vendor.shown()
    stranger = await world.person("Admin")
    assert (await stranger.browser.post(CUSTOM, json=BODY)).status_code == 401
