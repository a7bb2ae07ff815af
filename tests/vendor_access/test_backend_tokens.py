"""The vendor's backends: how they sign in, and what their token opens."""

from collections.abc import AsyncIterator
from datetime import timedelta
from uuid import uuid4

import httpx
import pytest

from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.settings import Settings
from gatehouse.vendor_access.credentials import revoke_credential
from tests.backend import Backend, new_backend, restored_backend
from tests.fuzz.answers import check
from tests.fuzz.operations import fields
from tests.fuzz.test_nasty import VALUES
from tests.sample import Sample
from tests.security.routes import Operation, operations
from tests.world import World

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
    found = [
        one
        for one in operations()
        if one.for_vendor and one.path != "/auth/vendor" and "/scim/" not in one.path
    ]
    assert len(found) > 15
    return found


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
    assert answer.json()["errors"] == ["The client ID or the secret is incorrect"]
    malformed = await client.post("/auth/vendor", json={"clientId": "x"})
    assert malformed.status_code == 400


async def test_guesses_are_counted(settings: Settings, client: httpx.AsyncClient, monkeypatch):
    from gatehouse.kit.rate_limit import RateLimit
    from gatehouse.vendor_access import credentials

    monkeypatch.setattr(credentials, "PER_PLACE", RateLimit("vendor.auth.test", 3, 1))
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
        # tests/erasure/test_person_erasure.py
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
        # tests/access/test_backends.py
        "GET /identity/resources/users/v3",
        "GET /identity/resources/roles/v2",
        "GET /identity/resources/roles/v2/distinct-levels",
        # tests/identity/test_session_defaults.py
        "GET /identity/resources/configurations/sessions/v1",
        "POST /identity/resources/configurations/sessions/v1",
        "GET /identity/resources/configurations/sessions/v1/vendor",
        *(
            f"{method} {POLICY}/{kind}-policy"
            for method in ("GET", "POST", "PATCH")
            for kind in ("mfa", "lockout", "password-history")
        ),
        # tests/identity/test_default_policies.py
        f"PUT {POLICY}/mfa-policy",
    }
    asked = 0
    for one in operations():
        if one.for_vendor or str(one) in PUBLIC | OWN_PROOF | shared:
            continue
        answer = await one.call(client, NOBODY)
        assert answer.status_code == 401 or "to the ID of the tenant" in answer.text, (
            f"{one}: {answer.status_code} {answer.text[:200]}"
        )
        asked += 1
    assert asked > 50


async def test_a_persons_token_opens_nothing_of_the_vendors(
    world: World, vendor_only: list[Operation]
):
    admin = await world.person("Admin")
    token = admin.browser.headers["authorization"].removeprefix("Bearer ")
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
    clock.advance_clock(timedelta(seconds=3599))
    assert (await backend.http.get(POLICY)).status_code == 200
    clock.advance_clock(timedelta(seconds=2))
    assert (await backend.http.get(POLICY)).status_code == 401


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
        for value in chosen.pick(str(one), list(VALUES.values())):
            body = b"{" + b", ".join(b'"%s": %s' % (name, value) for name in names) + b"}"
            for content in (body, b"[" + body + b"]"):
                answer = await backend.http.request(
                    one.method.upper(), path, content=content,
                    headers={"content-type": "application/json"},
                )  # fmt: skip
                assert answer.status_code < 500, f"{one}: {value[:50]!r} {answer.text[:300]}"
                check(answer)
