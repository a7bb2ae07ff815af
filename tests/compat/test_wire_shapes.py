"""Every published call that reads, asked as a client asks, answers what the client reads of it."""

import re
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from tests.backend import Backend, restored_backend
from tests.compat.deliberate import DIFFERENT, NONE_THERE, REFUSED
from tests.compat.made import make_everything
from tests.compat.wire import Call, calls, differences
from tests.world import Person, World

CLIENTS_PREFIX = "/frontegg"


@pytest.fixture
async def backend(world: World) -> AsyncIterator[Backend]:
    async with restored_backend(world) as one:
        yield one


@pytest.fixture
async def admin(world: World, backend: Backend) -> Person:
    person = await world.person("Admin")
    backend.http.headers["frontegg-tenant-id"] = str(person.tenant_id)
    backend.http.headers["frontegg-user-id"] = str(person.id)
    return person


async def test_every_answer_has_what_clients_read(admin: Person, backend: Backend):
    """By who calls it: people in a browser, backends with the vendor's token."""
    known = await make_everything(admin, backend)
    different: dict[str, set[str]] = {}
    refused: dict[str, int] = {}
    for call in calls():
        if call.path in NONE_THERE:
            continue
        callers = [admin.browser, backend.http]
        if not call.client:
            callers.reverse()
        path = await _address(call.path, callers, known)
        answer = await _first_answer(call, path, callers, known)
        if not answer.is_success:
            refused[call.path] = answer.status_code
        elif found := {one.split(" is ")[0] for one in differences(call.shape, answer.json())}:
            different[call.path] = found
    assert different == {path: places for path, (places, _) in DIFFERENT.items()}
    assert refused.items() <= REFUSED.items()


async def _first_answer(
    call: Call, path: str, callers: list[httpx.AsyncClient], known: dict[str, str]
) -> httpx.Response:
    """The answer to a caller with permission, also by the prefix of browsers; else the first refusal."""
    asked = {one: known.get(f"{call.path} {one}", known.get(one, "")) for one in call.asks}
    answers = []
    for http in callers:
        answers.append(await http.get(path, params=asked))
        if answers[-1].is_success:
            again = await http.get(CLIENTS_PREFIX + path, params=asked)
            assert again.status_code == answers[-1].status_code, path
            return answers[-1]
    return answers[0]


async def _address(path: str, callers: list[httpx.AsyncClient], known: dict[str, str]) -> str:
    """With an id of the list that the address is below."""
    while found := re.search(r"\{(\w+)\}", path):
        value = known.get(path[: found.end()], known.get(found[0]))
        for http in () if value else callers:
            answer = await http.get(path[: found.start()].rstrip("/"))
            if answer.is_success and (value := _an_id(answer.json(), found[1])):
                break
        assert value, f"nothing to ask {path} for"
        path = path[: found.start()] + value + path[found.end() :]
    return path


def _an_id(answer: Any, name: str) -> str | None:
    lists = [answer] if isinstance(answer, list) else answer.values()
    for rows in lists:
        if isinstance(rows, list) and rows and isinstance(rows[0], dict):
            names = [key for key in (name, "id", "_id", "key") if key in rows[0]]
            return str(rows[0][names[0]]) if names else None
    return None
