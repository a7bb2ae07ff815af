"""Prehooks as infrastructure code applies them: the provider looks in the list for a prehook of the same
event, and for its own by the id. The provider is the published one of the hosted platform, version 2."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from tests.backend import new_backend, restored_backend
from tests.compat.infrastructure_code import Infrastructure, read
from tests.world import World

PREHOOKS = "/prehooks/resources/configurations/v1"
# As the code sends it; what is empty it leaves out.
PREHOOK: dict[str, Any] = {
    "type": "API",
    "isActive": True,
    "displayName": "Who may sign up",
    "description": "Asks our waiting list",
    "url": "https://hooks.example.com/prehooks",
    "secret": "example-sekret",
    "eventKeys": ["SIGN_UP"],
    "failMethod": "CLOSE",
}


@pytest.fixture
async def code(world: World, client: httpx.AsyncClient) -> AsyncIterator[Infrastructure]:
    async with restored_backend(world):
        backend = await new_backend(world, ["vendor.*", "vendor.see.secrets"])
        yield Infrastructure.of(client, backend)


async def test_a_prehook_is_applied_read_changed_and_destroyed(code: Infrastructure):
    made = await code.call("POST", PREHOOKS, PREHOOK)
    assert read(made, PREHOOK) == PREHOOK
    [shown] = await code.call("GET", PREHOOKS)
    assert shown == made
    other = PREHOOK | {"secret": "another-sekret", "isActive": False, "eventKeys": ["SIGN_IN"]}
    changed = await code.call("PATCH", f"{PREHOOKS}/{made['id']}", other)
    assert read(changed, other) == other
    await code.call("DELETE", f"{PREHOOKS}/{made['id']}")
    assert await code.call("GET", PREHOOKS) == []
    assert (await code.refusal("DELETE", f"{PREHOOKS}/{made['id']}"))[0] == 404


async def test_a_second_one_of_an_event_is_refused_as_the_code_says_it_itself(code: Infrastructure):
    await code.call("POST", PREHOOKS, PREHOOK)
    status, text = await code.refusal("POST", PREHOOKS, PREHOOK)
    assert (status, "already exists for" in text) == (409, True)


async def test_one_that_would_run_code_is_refused_in_words(code: Infrastructure):
    custom = {**PREHOOK, "id": "create", "type": "CUSTOM_CODE", "code": "exports.onEvent = 1"}
    status, text = await code.refusal("POST", f"{PREHOOKS}/custom-code", custom)
    assert (status, "does not run code" in text) == (400, True)
