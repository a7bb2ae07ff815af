"""The key and the license file, handed to people who may see keys, and written down."""

from datetime import timedelta

from gatehouse.access.step_up import MULTI_FACTOR_CLASS
from gatehouse.access.tokens import AccessTokens
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.audit_log import audit_entries
from tests.licensing.tool import Tool


def path(shop, what: str) -> str:
    return f"/api/v1/licenses/{shop.fingerprint}/{what}"


async def audited(world, shop, action: str) -> list[str]:
    entries = await audit_entries(world, shop.admin.tenant_id, action)
    assert {entry["email"] for entry in entries} <= {shop.admin.email}
    return [entry["description"] for entry in entries]


async def test_a_key_that_is_shown_opens_the_license(shop, new_client, world):
    answer = await shop.admin.browser.post(path(shop, "key"))
    assert answer.status_code == 200, answer.text
    assert await Tool(new_client(), answer.json()["key"]).code() == "VALID"
    assert await audited(world, shop, "license.key_revealed") == ["The key of Acme was revealed"]


async def seen(shop, browser) -> list[str]:
    """The keys in the list."""
    listed = (await browser.get("/api/v1/licenses")).json()
    return [one["key"] for one in listed if "key" in one]


async def test_an_hour_after_signing_in_it_is_asked_for_again(shop, world):
    browser = shop.admin.browser
    assert len(await seen(shop, browser)) == 1
    clock.advance_clock(timedelta(minutes=61))
    assert await seen(shop, browser) == []
    for what, body in (("key", None), ("key/rotate", {})):
        refused = await browser.post(path(shop, what), json=body)
        assert refused.status_code == 403
        assert refused.headers["error-code"] == "access.recent_sign_in_needed"
    assert await audited(world, shop, "license.key_revealed") == []
    again = await world.sign_in(shop.admin.id, shop.admin.tenant_id, shop.admin.email)
    assert len(await seen(shop, again.browser)) == 1
    assert (await again.browser.post(path(shop, "key"))).status_code == 200


async def test_showing_a_key_needs_recent_mfa_if_enrolled(shop, world, db):
    person = shop.admin
    await db.connection.execute("update users set mfa_enrolled = true where id = $1", person.id)
    assert await seen(shop, person.browser) == []
    for what, body in (("key", None), ("key/rotate", {})):
        refused = await person.browser.post(path(shop, what), json=body)
        assert refused.status_code == 403
        assert refused.headers["error-code"] == "access.step_up_needed"
    claims = {"sub": str(person.id), "tenantId": str(person.tenant_id), "acr": MULTI_FACTOR_CLASS}
    await db.connection.execute(
        "update sessions set amr = '{pwd,mfa,otp}' where id = $1", person.session_id
    )
    token = await world.resources[AccessTokens].issue(
        claims | {"sid": str(person.session_id)},
        audience=str(world.resources[VendorConfiguration].current.default.client_id),
        seconds=86_400,
    )
    browser = world.new_client()
    browser.headers["authorization"] = f"Bearer {token}"
    assert len(await seen(shop, browser)) == 1
    assert (await browser.post(path(shop, "key"))).status_code == 200
    clock.advance_clock(timedelta(minutes=61))
    assert await seen(shop, browser) == []
    assert (await browser.post(path(shop, "key"))).status_code == 403


async def test_the_file_is_what_a_tool_would_get(shop, tool, world):
    answer = await shop.admin.browser.get(path(shop, "file"))
    assert answer.status_code == 200, answer.text
    signed, fetched = answer.json(), (await tool.file()).json()
    assert signed["license"]["fingerprint"] == shop.fingerprint
    assert signed["license"]["subject"] is None
    assert signed["license"]["keyId"] == fetched["license"]["keyId"]
    assert await audited(world, shop, "license.file_taken") == [
        "The license file of Acme was downloaded"
    ]


async def test_a_license_that_cannot_be_used_has_no_file(shop, world, db):
    await db.connection.execute(
        "update licenses set suspended_at = now() where fingerprint = $1", shop.fingerprint
    )
    answer = await shop.admin.browser.get(path(shop, "file"))
    assert (answer.status_code, answer.text) == (409, "The license cannot be used at the moment")
    assert await audited(world, shop, "license.file_taken") == []


async def test_showing_a_key_needs_permission(shop, open_shop, world, client):
    stranger = (await open_shop()).admin
    reader = await world.person("ReadOnly", tenant_id=shop.admin.tenant_id)
    editor = await world.person("Editor", tenant_id=shop.admin.tenant_id)
    for method, what in (("POST", "key"), ("GET", "file")):
        assert (await client.request(method, path(shop, what))).status_code == 401
        assert (await reader.browser.request(method, path(shop, what))).status_code == 403
        assert (await editor.browser.request(method, path(shop, what))).status_code == 200
        for name in (shop.fingerprint, str(new_id())):
            foreign = f"/api/v1/licenses/{name}/{what}"
            assert (await stranger.browser.request(method, foreign)).status_code == 404
