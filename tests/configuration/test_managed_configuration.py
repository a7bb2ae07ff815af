"""The configuration that the vendor's backends read and write: rules, roles, applications."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import httpx
import pytest
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.backend import Backend, new_backend, restored_backend
from tests.identity.browser import ME, new_browser
from tests.world import Db, World

POLICY = "/identity/resources/configurations/v1"
ROLES = "/identity/resources/roles/v1"
PERMISSIONS = "/identity/resources/permissions/v1"
CATEGORIES = f"{PERMISSIONS}/categories"
APPLICATIONS = "/applications/resources/applications/v1"


@pytest.fixture
async def backend(world: World) -> AsyncIterator[Backend]:
    async with restored_backend(world) as made:
        yield made


async def test_the_policy_is_read_and_changed(backend: Backend, world: World, db: Db):
    before = (await backend.http.get(POLICY)).json()
    assert before["jwtAlgorithm"] == "ES256"
    load_pem_public_key(before["publicKey"].encode())
    changed = await backend.http.post(
        POLICY,
        json={
            "defaultTokenExpiration": 120,
            "cookieSameSite": "NONE",
            "allowSignups": False,
            "jwtAlgorithm": "RS256",
            "authStrategy": "MagicLink",
            "forceSameDeviceOnAuth": False,
        },
    )
    assert changed.status_code == 201
    told = changed.json()
    assert (before["authStrategy"], before["forceSameDeviceOnAuth"]) == ("EmailAndPassword", True)
    assert (told["authStrategy"], told["forceSameDeviceOnAuth"]) == ("MagicLink", False)
    assert (told["rotateRefreshTokens"], told["defaultPasswordlessTokenExpiration"]) == (True, 900)
    back = {"authStrategy": "EmailAndPassword", "forceSameDeviceOnAuth": True}
    told = (await backend.http.post(POLICY, json=back)).json()
    assert (told["defaultTokenExpiration"], told["allowSignups"]) == (120, False)
    assert told["machineToMachineAuthStrategy"] == before["machineToMachineAuthStrategy"]
    assert type(load_pem_public_key(told["publicKey"].encode())).__name__ == "RSAPublicKey"
    assert (await backend.http.get(POLICY)).json() == told
    await world.resources[VendorConfiguration].load()
    browser = await new_browser(world)
    assert browser.session.expires_in == 120
    assert (await browser.http.get(ME)).status_code == 200
    assert (await browser.http.get(f"{POLICY}/public")).json()["allowSignups"] is False
    tenants = await db.connection.fetch(
        "select distinct tenant_id from audits where action = 'vendor.configuration_changed'"
        " and data ->> 'credential_id' = $1",
        str(backend.credential.id),
    )
    assert [row["tenant_id"] for row in tenants] == [None]
    day = await backend.http.post(POLICY, json={"defaultTokenExpiration": 86_400})
    assert day.json()["defaultTokenExpiration"] == 86_400
    too = {"defaultTokenExpiration": 86_401}
    for bad in ({"jwtAlgorithm": "HS256"}, {"defaultTokenExpiration": 5}, too):
        assert (await backend.http.post(POLICY, json=bad)).status_code == 400


async def test_applications_are_made_changed_and_deleted(backend: Backend):
    before = [one["id"] for one in (await backend.http.get(APPLICATIONS)).json()]
    made = await backend.http.post(
        APPLICATIONS,
        json={
            "name": "Shop",
            "appURL": "https://shop.test",
            "loginURL": "https://shop.test/login",
            "type": "web",
            "frontendStack": "vue",
            "redirectUris": ["https://shop.test/callback"],
        },
    )
    assert made.status_code == 201, made.text
    shop: dict[str, Any] = made.json()
    assert (shop["appURL"], shop["type"], shop["isDefault"]) == ("https://shop.test", "web", False)
    assert shop["applicationType"] == "first-party"
    default = (await backend.http.get(f"{APPLICATIONS}/default")).json()
    assert default["clientId"] == str(backend.credential.client_id)
    address = f"{APPLICATIONS}/{shop['id']}"
    changed = await backend.http.patch(address, json={"isActive": False, "description": "Sells"})
    assert changed.json() == {
        **shop, "isActive": False, "description": "Sells", "updatedAt": changed.json()["updatedAt"]
    }  # fmt: skip
    assert (await backend.http.get(address)).json() == changed.json()
    found = await backend.http.get(APPLICATIONS, params={"ids": shop["id"]})
    assert [one["id"] for one in found.json()] == [shop["id"]]
    listed = (await backend.http.get(APPLICATIONS)).json()
    assert {one["id"] for one in listed} == {*before, shop["id"]}
    wrong = await backend.http.patch(address, json={"redirectUris": ["https://*.shop.test/"]})
    assert (wrong.status_code, wrong.json()["errorCode"]) == (400, "vendor.document_refused")
    assert (await backend.http.delete(address)).status_code == 200
    assert (await backend.http.get(address)).status_code == 404
    assert (await backend.http.delete(address)).status_code == 404
    assert (await backend.http.delete(f"{APPLICATIONS}/{default['id']}")).status_code == 400
    assert (await backend.http.get(f"{APPLICATIONS}?ids=x")).status_code == 400


async def test_permissions_and_roles_are_managed_for_every_tenant(backend: Backend, world: World):
    category = await backend.http.post(CATEGORIES, json={"name": "Orders"})
    assert category.status_code == 201, category.text
    orders = category.json()["id"]
    made = await backend.http.post(
        PERMISSIONS,
        json=[
            {"key": "orders.read", "name": "View orders", "categoryId": orders},
            {"key": "orders.write", "name": "Edit orders"},
        ],
    )
    assert made.status_code == 201, made.text
    read, write = made.json()
    assert (read["categoryId"], read["fePermission"]) == (orders, False)
    role = await backend.http.post(
        ROLES, json=[{"key": "Seller", "name": "Seller", "permissionIds": [read["id"]]}]
    )
    assert role.status_code == 201, role.text
    [seller] = role.json()
    assert "tenantId" not in seller
    address = f"{ROLES}/{seller['id']}"
    put = await backend.http.put(
        f"{address}/permissions", json={"permissionIds": [read["id"], write["id"]]}
    )
    assert set(put.json()["permissions"]) == {read["id"], write["id"]}
    renamed = await backend.http.patch(address, json={"name": "Sales"})
    assert (renamed.json()["name"], renamed.json()["key"]) == ("Sales", "Seller")

    admin = await world.person("Admin")
    seen = (await admin.browser.get(ROLES)).json()
    assert "Sales" in {one["name"] for one in seen}
    own = await admin.browser.post(ROLES, json={"key": "Own", "name": "Own", "permissions": []})
    assert own.status_code == 201
    names = {one["name"] for one in (await backend.http.get(ROLES)).json()}
    assert "Own" not in names
    headers = {"frontegg-tenant-id": str(admin.tenant_id)}
    names = {one["name"] for one in (await backend.http.get(ROLES, headers=headers)).json()}
    assert {"Own", "Sales"} <= names

    held = await backend.http.put(f"{PERMISSIONS}/{read['id']}/roles", json={"roleIds": []})
    assert held.json()["roleIds"] == []
    classified = await backend.http.put(
        f"{PERMISSIONS}/classification", json={"permissionIds": [read["id"]], "type": "NEVER"}
    )
    assert (classified.json()["id"], classified.json()["assignmentType"]) == (read["id"], "NEVER")
    none = await backend.http.put(
        f"{PERMISSIONS}/classification", json={"permissionIds": [], "type": "NEVER"}
    )
    assert none.status_code == 400
    refused = await admin.browser.post(
        ROLES, json={"key": "x", "name": "x", "permissions": [read["id"]]}
    )
    assert refused.status_code == 403

    as_it_is = await backend.http.patch(f"{CATEGORIES}/{orders}", json={"name": "Orders"})
    assert (as_it_is.status_code, as_it_is.json()["name"]) == (200, "Orders")
    in_use = await backend.http.delete(f"{CATEGORIES}/{orders}")
    assert in_use.status_code == 400
    moved = await backend.http.patch(f"{PERMISSIONS}/{read['id']}", json={"name": "See orders"})
    assert moved.json()["name"] == "See orders"
    for one in (read, write):
        assert (await backend.http.delete(f"{PERMISSIONS}/{one['id']}")).status_code == 204
    assert (await backend.http.delete(f"{CATEGORIES}/{orders}")).status_code == 200
    assert (await backend.http.delete(address)).status_code == 204
    assert (await backend.http.delete(address)).status_code == 404
    needed = next(
        one for one in (await backend.http.get(PERMISSIONS)).json()
        if one["key"] == "fe.secure.read.users"
    )  # fmt: skip
    assert (await backend.http.delete(f"{PERMISSIONS}/{needed['id']}")).status_code == 400


async def test_the_ranks_of_the_vendors_roles_are_told_without_an_account(
    backend: Backend, world: World
):
    admin = await world.person("Admin")
    own = {"key": "low", "name": "Low", "level": 971, "permissions": []}
    assert (await admin.browser.post(ROLES, json=own)).status_code < 300
    answer = await backend.http.get("/identity/resources/roles/v2/distinct-levels")
    listed = (await backend.http.get(ROLES)).json()
    assert answer.status_code == 200, answer.text
    assert answer.json() == sorted({one["level"] for one in listed})
    named = {"frontegg-tenant-id": str(admin.tenant_id)}
    theirs = await backend.http.get("/identity/resources/roles/v2/distinct-levels", headers=named)
    assert 971 in theirs.json()
    assert 971 not in answer.json()


async def test_what_is_taken_or_another_tenants_is_refused(backend: Backend, world: World):
    admin = await world.person("Admin")
    own = await admin.browser.post(ROLES, json={"key": "Own", "name": "Own", "permissions": []})
    answer = await backend.http.patch(f"{ROLES}/{own.json()['id']}", json={"name": "Taken"})
    assert answer.status_code == 404
    editor = next(one for one in (await backend.http.get(ROLES)).json() if one["key"] == "Editor")
    taken = await backend.http.post(ROLES, json=[{"key": "Editor", "name": "E"}])
    assert (taken.status_code, taken.json()["errorCode"]) == (409, "roles.key_taken")
    rekeyed = await backend.http.patch(f"{ROLES}/{editor['id']}", json={"key": "Other"})
    assert rekeyed.status_code == 400
    again = [{"key": "fe.secure.read.users", "name": "x"}]
    taken = await backend.http.post(PERMISSIONS, json=again)
    assert (taken.status_code, taken.json()["errorCode"]) == (409, "permissions.key_taken")


async def test_portal_metadata_is_set(backend: Backend, world: World, client: httpx.AsyncClient):
    answer = await backend.http.post(
        "/metadata/",
        json={
            "entityName": "adminBox",
            "configuration": {"navigation": {"audits": {"visibility": "byPermissions"}}, "x": None},
        },
    )
    assert answer.status_code == 201, answer.text
    navigation = answer.json()["configuration"]["navigation"]
    assert navigation["audits"] == {"visibility": "byPermissions"}
    assert navigation["users"] == {"visibility": "always"}
    await world.resources[VendorConfiguration].load()
    (row,) = (await client.get("/metadata/?entityName=adminBox")).json()["rows"]
    assert row["configuration"]["navigation"] == navigation
    deep: dict[str, Any] = {}
    for _ in range(300):
        deep = {"a": deep}
    for wrong in (
        {"entityName": "a b"},
        {"entityName": "a", "configuration": deep},
        {"entityName": "a", "configuration": {"a": "\x00"}},
        {"entityName": "a", "configuration": {"a": "x" * 300_000}},
        {"entityName": "adminBox", "configuration": {"theme": {"palette": {"primary": "red"}}}},
        {
            "entityName": "adminBox",
            "configuration": {"themeV2": {"loginBox": {"palette": {"grey": {"50": 7}}}}},
        },
    ):
        refused = await backend.http.post("/metadata", json=wrong)
        assert refused.status_code == 400, refused.text[:200]


async def test_the_color_of_the_brand_colors_the_portal(world: World, client: httpx.AsyncClient):
    await world.configure("update vendor set accent_color = '#aa0011'")
    try:
        (row,) = (await client.get("/metadata?entityName=adminBox")).json()["rows"]
        assert row["configuration"]["theme"] == {"palette": {"primary": {"main": "#aa0011"}}}
        assert row["configuration"]["navigation"]
    finally:
        await world.configure("update vendor set accent_color = null")


async def test_the_vendors_rules_hold_for_tenants_without_their_own(world: World):
    await world.configure(
        "update vendor set lockout_max_attempts = 9, password_history_enabled = true,"
        " password_min_length = 21"
    )
    try:
        admin = await world.person("Admin")
        lockout = await admin.browser.get(f"{POLICY}/lockout-policy")
        assert lockout.json() == {"enabled": True, "maxAttempts": 9}
        history = await admin.browser.get(f"{POLICY}/password-history-policy/vendor")
        assert history.json() == {"enabled": True, "historySize": 5}
        rules = await admin.browser.get(f"{POLICY}/password")
        assert rules.json()["minLength"] == 21
        short = await admin.browser.post(
            "/identity/resources/users/v1/signUp",
            json={
                "email": f"{uuid4().hex}@example.test",
                "companyName": "Rope",
                "password": "twenty-letters-long!",
            },
        )
        assert (short.status_code, short.json()["errorCode"]) == (400, "passwords.too_short")
    finally:
        await world.configure(
            "update vendor set lockout_max_attempts = 5, password_history_enabled = false,"
            " password_min_length = null"
        )


async def test_the_life_of_an_applications_tokens_is_left_to_the_settings_again(world: World):
    backend = (await new_backend(world)).http
    made = (
        await backend.post(APPLICATIONS, json={"name": "Desk", "accessTokenSeconds": 60})
    ).json()
    one = f"{APPLICATIONS}/{made['id']}"
    try:
        assert made["accessTokenSeconds"] == 60
        kept = (await backend.patch(one, json={"description": "On a desk"})).json()
        assert kept["accessTokenSeconds"] == 60
        left = await backend.patch(one, json={"accessTokenSeconds": None})
        assert left.status_code == 201, left.text
        assert "accessTokenSeconds" not in left.json()
    finally:
        await backend.delete(one)
