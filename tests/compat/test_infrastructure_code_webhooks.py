"""The vendor's own webhooks as infrastructure code applies them: it names no account, and finds its webhook
in the list of all. The provider is the published one of the hosted platform, version 2."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from tests.backend import new_backend
from tests.compat.infrastructure_code import Infrastructure, read
from tests.world import Db, World

# As the code sends it; what is empty it leaves out.
WEBHOOK: dict[str, Any] = {
    "displayName": "Our ERP",
    "description": "Hears of every account",
    "url": "https://hooks.example.com/gatehouse",
    "secret": "example-secret",
    "eventKeys": ["frontegg.user.authenticated"],
    "isActive": True,
}


@pytest.fixture
async def code(world: World, client: httpx.AsyncClient, db: Db) -> AsyncIterator[Infrastructure]:
    backend = await new_backend(world, ["vendor.*", "vendor.see.secrets"])
    yield Infrastructure.of(client, backend)
    await db.connection.execute(
        "delete from webhooks where tenant_id = '00000000-0000-0000-0000-000000000000'"
    )


async def found(code: Infrastructure, webhook_id: str) -> dict[str, Any] | None:
    listed = await code.call("GET", "/webhook")
    return next((one for one in listed if one["_id"] == webhook_id), None)


async def test_a_webhook_is_applied_read_changed_and_destroyed(code: Infrastructure):
    made = await code.call("POST", "/webhook/custom", WEBHOOK)
    assert read(made, WEBHOOK) == WEBHOOK
    assert made["vendorId"] == (await code.call("GET", "/vendors"))["id"]
    shown = await found(code, made["_id"])
    assert shown is not None
    assert read(shown, WEBHOOK) == WEBHOOK
    assert shown["createdAt"] == made["createdAt"]

    other = WEBHOOK | {"secret": "another-secret", "isActive": False, "displayName": "Warehouse"}
    changed = await code.call("PATCH", f"/webhook/{made['_id']}", other)
    assert read(changed, other) == other

    await code.call("DELETE", f"/webhook/{made['_id']}")
    assert await found(code, made["_id"]) is None
    assert (await code.refusal("DELETE", f"/webhook/{made['_id']}"))[0] == 404


async def test_one_without_a_name_has_none(code: Infrastructure):
    """A name that was not configured would be a change in the next plan."""
    unnamed = {name: value for name, value in WEBHOOK.items() if name != "displayName"}
    made = await code.call("POST", "/webhook/custom", unnamed)
    assert made["displayName"] == ""


async def test_an_event_that_is_none_is_refused_in_words(code: Infrastructure):
    wrong = WEBHOOK | {"eventKeys": ["frontegg.user.vanished"]}
    status, text = await code.refusal("POST", "/webhook/custom", wrong)
    assert (status, text) == (400, "Unknown event or category: frontegg.user.vanished")
