"""The vendor's backends: how they sign in, and the configuration that they read and write."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.management.credentials.service import revoke_credential
from gatehouse.settings import Settings
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.fuzz.answers import check
from tests.fuzz.operations import fields
from tests.fuzz.test_nasty import VALUES
from tests.identity.browser import ME, new_browser
from tests.sample import Sample
from tests.security.routes import Operation, operations
from tests.vendor.caller import Backend, new_backend, restored_backend
from tests.world import Db, World

POLICY = "/identity/resources/configurations/v1"
ROLES = "/identity/resources/roles/v1"
PERMISSIONS = "/identity/resources/permissions/v1"
CATEGORIES = f"{PERMISSIONS}/categories"
APPLICATIONS = "/applications/resources/applications/v1"
GIVEN = "/applications/resources/applications/tenant-assignments"
PEOPLE = "/identity/resources/applications/v1"
ACTIVE = "/identity/resources/applications/user-tenants/active/v1"
SHARED = [
    ("GET", POLICY),
    ("GET", ROLES),
    ("GET", PERMISSIONS),
    ("GET", CATEGORIES),
    ("GET", APPLICATIONS),
    ("GET", f"{GIVEN}/v1"),
    ("GET", f"{GIVEN}/v2"),
]

# Administrators of tenants call these too.
OF_PEOPLE = [
    ("POST", ""),
    ("DELETE", ""),
    ("POST", "/apps-user"),
    ("DELETE", "/user-apps"),
    ("GET", "/{user_id}/apps"),
    ("GET", "/{app_id}/users"),
]


@pytest.fixture
async def backend(world: World) -> AsyncIterator[Backend]:
    async with restored_backend(world) as made:
        yield made


@pytest.fixture
def vendor_only() -> list[Operation]:
    return [
        one
        for one in operations()
        if one.for_vendor and one.path != "/auth/vendor" and "/scim/" not in one.path
    ]


@pytest.mark.parametrize(
    "wrong",
    [{"secret": "wrong"}, {"clientId": str(uuid4())}, {"clientId": "x", "secret": "y"}],
)
async def test_a_wrong_id_and_a_wrong_secret_are_answered_alike(
    backend: Backend, client: httpx.AsyncClient, wrong: dict[str, str]
):
    right = {"clientId": str(backend.credential.client_id), "secret": backend.credential.secret}
    answer = await client.post("/auth/vendor", json={**right, **wrong})
    assert (answer.status_code, answer.json()["errorCode"]) == (401, "vendor.invalid_credentials")
    assert answer.json()["errors"] == ["The client id or the secret is wrong"]
    malformed = await client.post("/auth/vendor", json={"clientId": "x"})
    assert malformed.status_code == 400


async def test_guesses_are_counted(settings: Settings, client: httpx.AsyncClient, monkeypatch):
    from gatehouse.kit.rate_limit import Limit
    from gatehouse.management.credentials import service

    monkeypatch.setattr(service, "PER_PLACE", Limit("vendor.auth.test", 3, 1))
    body = {"clientId": "x", "secret": "y"}
    codes = [(await client.post("/auth/vendor", json=body)).status_code for _ in range(4)]
    assert codes == [401, 401, 401, 429]


async def test_the_token_comes_in_either_header(backend: Backend, client: httpx.AsyncClient):
    for headers in (
        {"x-access-token": backend.token},
        {"authorization": f"Bearer {backend.token}"},
        {"authorization": backend.token},
    ):
        for path in ("/vendors/base-url", POLICY, f"{POLICY}/", "/vendors//base-url"):
            answer = await client.get(path, headers=headers)
            assert answer.status_code == 200, (path, answer.text)
            assert "location" not in answer.headers


async def test_a_vendor_token_opens_nothing_of_the_peoples_without_an_account(
    backend: Backend, client: httpx.AsyncClient
):
    from tests.security.test_every_route import NOBODY, OWN_PROOF, PUBLIC

    client.headers["authorization"] = f"Bearer {backend.token}"
    shared = {f"{method} {path}" for method, path in SHARED} | {
        *(f"{method} {PEOPLE}{path}" for method, path in OF_PEOPLE),
        f"GET {ACTIVE}",
        f"PUT {ACTIVE}",
        f"POST {ROLES}",
        f"PATCH {ROLES}/{{role_id}}",
        f"PUT {ROLES}/{{role_id}}/permissions",
        f"DELETE {ROLES}/{{role_id}}",
        f"PUT {PERMISSIONS}/{{permission_id}}/roles",
        "GET /identity/resources/users/v1/{user_id}",
        # tests/vendor/test_person_erasure.py
        "DELETE /identity/resources/users/v1/{user_id}",
        # tests/billing/test_accounts.py
        "POST /subscriptions/resources/billing/tenant-configurations/v1",
        "GET /subscriptions/resources/billing/tenant-configurations/v1/{tenant_id}",
        # tests/audit/test_reported.py
        "GET /audits",
        "GET /audits/stats",
        "GET /audits/resources/audits/v2",
        # tests/compat/test_infrastructure_code_workspace.py
        "GET /team/resources/sso/v1/oidc/configurations",
        # tests/connectivity/test_vendor_webhooks.py
        "GET /event/resources/configurations/v1",
        "GET /event/resources/configurations/v1/categories",
        "GET /webhook",
        "GET /webhook/logs/",
        "POST /webhook/custom",
        "POST /webhook/test",
        "PATCH /webhook/{webhook_id}",
        "DELETE /webhook/{webhook_id}",
        "POST /webhook/logs/{delivery_id}/retries",
        # tests/vendor/test_backends.py
        "GET /identity/resources/users/v3",
        "GET /identity/resources/roles/v2",
        # tests/identity/test_session_defaults.py
        "GET /identity/resources/configurations/sessions/v1",
        "POST /identity/resources/configurations/sessions/v1",
        "GET /identity/resources/configurations/sessions/v1/vendor",
        *(
            f"{method} {POLICY}/{kind}-policy"
            for method in ("GET", "POST", "PATCH")
            for kind in ("mfa", "lockout", "password-history")
        ),
        # tests/vendor/test_rules.py
        f"PUT {POLICY}/mfa-policy",
    }
    asked = 0
    for one in operations():
        if one.for_vendor or str(one) in PUBLIC | OWN_PROOF | shared:
            continue
        answer = await one.call(client, NOBODY)
        assert answer.status_code == 401 or "Name the account" in answer.text, (
            f"{one}: {answer.status_code} {answer.text[:200]}"
        )
        asked += 1
    assert asked > 50


async def test_a_persons_token_opens_nothing_of_the_vendors(
    world: World, vendor_only: list[Operation]
):
    admin = await world.person("Admin")
    token = admin.browser.headers["authorization"].removeprefix("Bearer ")
    assert len(vendor_only) > 15
    for headers in ({}, {"x-access-token": token}):
        for one in vendor_only:
            request = one.request(admin.browser, str(uuid4()))
            request.headers.update(headers)
            answer = await admin.browser.send(request)
            assert answer.status_code == 401, f"{one}: {answer.status_code}"
    for method, path in SHARED:
        answer = await admin.browser.request(method, path, headers={"x-access-token": token})
        assert answer.status_code == 401, path


async def test_each_call_asks_for_its_permission(world: World, vendor_only: list[Operation]):
    weak = await new_backend(world, ["vendor.read.nothing"])
    for one in vendor_only:
        answer = await one.call(weak.http, str(uuid4()))
        assert answer.status_code == 403, f"{one}: {answer.status_code} {answer.text[:200]}"
    for method, path in SHARED:
        assert (await weak.http.request(method, path)).status_code == 403, path
    reader = await new_backend(world, ["vendor.read.*"])
    assert (await reader.http.get(ROLES)).status_code == 200
    assert (await reader.http.post(ROLES, json=[])).status_code == 403
    some_id = str(uuid4())
    for method, path in OF_PEOPLE:
        address = f"{PEOPLE}{path.format(user_id=some_id, app_id=some_id)}"
        assert (await weak.http.request(method, address, json={})).status_code == 403, path
    for method in ("GET", "PUT"):
        about = {"frontegg-user-id": some_id}
        answer = await weak.http.request(method, ACTIVE, headers=about, json={})
        assert answer.status_code == 403, method
    unknown = f"{ROLES}/{uuid4()}"
    assert (await reader.http.patch(unknown, json={})).status_code == 403
    assert (await reader.http.delete(unknown)).status_code == 403
    answer = await reader.http.put(f"{unknown}/permissions", json={"permissionIds": []})
    assert answer.status_code == 403


async def test_a_revoked_credential_is_refused_with_its_tokens(
    world: World, client: httpx.AsyncClient
):
    backend = await new_backend(world)
    await revoke_credential(world.resources[Database], str(backend.credential.id))
    assert (await backend.http.get(POLICY)).status_code == 401
    right = {"clientId": str(backend.credential.client_id), "secret": backend.credential.secret}
    assert (await client.post("/auth/vendor", json=right)).status_code == 401


async def test_a_token_ends_after_an_hour(world: World):
    backend = await new_backend(world)
    clock.advance(timedelta(seconds=3599))
    assert (await backend.http.get(POLICY)).status_code == 200
    clock.advance(timedelta(seconds=2))
    assert (await backend.http.get(POLICY)).status_code == 401


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
    assert classified.json()[0]["assignmentType"] == "NEVER"
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


async def test_odd_values_are_refused_in_the_documented_shape(
    backend: Backend, vendor_only: list[Operation], chosen: Sample
):
    """In every field of every call that writes: 4xx with a reason, or taken as it is. As all fuzzing, some
    of the values at each commit."""
    for one in vendor_only:
        if not one.writes or one.body("") is None:
            continue
        names = [name.encode() for name in fields(str(one))]
        path = one.path
        for name in one.in_path:
            path = path.replace(f"{{{name}}}", str(uuid4()))
        for value in chosen.of(str(one), list(VALUES.values())):
            body = b"{" + b", ".join(b'"%s": %s' % (name, value) for name in names) + b"}"
            for content in (body, b"[" + body + b"]"):
                answer = await backend.http.request(
                    one.method.upper(), path, content=content,
                    headers={"content-type": "application/json"},
                )  # fmt: skip
                assert answer.status_code < 500, f"{one}: {value[:50]!r} {answer.text[:300]}"
                check(answer)


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
        assert left.status_code == 200, left.text
        assert "accessTokenSeconds" not in left.json()
    finally:
        await backend.delete(one)
