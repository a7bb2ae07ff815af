"""`true` counts as one in many languages, and is no number in a body."""

from typing import Any

import pytest

from tests.backend import new_backend
from tests.world import Person, World

IDENTITY = "/identity/resources"
CONFIGURATIONS = f"{IDENTITY}/configurations"
# Each would be taken with 1 or 0 in the place of the truth.
BODIES: list[tuple[str, str, dict[str, Any]]] = [
    (
        "POST",
        f"{CONFIGURATIONS}/v1/password-history-policy",
        {"enabled": True, "historySize": True},
    ),
    (
        "POST",
        f"{CONFIGURATIONS}/sessions/v1",
        {"sessionConcurrentConfiguration": {"isActive": True, "maxSessions": True}},
    ),
    ("POST", f"{IDENTITY}/roles/v1", {"key": "k", "name": "n", "level": False, "permissions": []}),
    ("POST", f"{IDENTITY}/tenants/invites/v1/user", {"expiresInMinutes": True}),
    ("POST", f"{IDENTITY}/users/access-tokens/v1", {"description": "x", "expiresInMinutes": True}),
]
OF_VENDOR: list[tuple[str, str, dict[str, Any]]] = [
    ("POST", "/entitlements/resources/plans/v1", {"name": "P", "defaultTimeLimitation": True}),
    ("POST", f"{IDENTITY}/roles/v1", {"key": "k", "name": "n", "level": True}),
]


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin")


@pytest.mark.parametrize(("method", "path", "body"), BODIES)
async def test_the_truth_is_no_whole_number(
    admin: Person, method: str, path: str, body: dict[str, Any]
):
    refused = await admin.browser.request(method, path, json=body)
    assert refused.status_code == 400, refused.text
    assert "must be a number" in refused.json()["errors"][0], refused.text


async def test_nor_for_the_vendor(world: World):
    backend = (await new_backend(world)).http
    for method, path, body in OF_VENDOR:
        payload = [body] if path.endswith("roles/v1") else body
        refused = await backend.request(method, path, json=payload)
        assert refused.status_code == 400, (path, refused.text)
        assert "must be a number" in refused.json()["errors"][0], refused.text
