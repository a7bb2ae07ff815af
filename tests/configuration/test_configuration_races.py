"""Two changes of the vendor's configuration at once: the second is computed from what the first has left.

Infrastructure code applies ten at a time.
"""

import ast
import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

import gatehouse
from gatehouse.kit.db import Database
from gatehouse.kit.db.locks import Lock
from tests.backend import Backend, restored_backend
from tests.security.test_session_locks import until_waiting
from tests.world import Db, World

IDENTITY = "/identity/resources"
ENTITLEMENTS = "/entitlements/resources"
SOURCE = Path(gatehouse.__path__[0])


@pytest.fixture
async def backend(world: World) -> AsyncIterator[Backend]:
    async with restored_backend(world) as made:
        yield made


@pytest.fixture
def both(backend: Backend, database: Database, db: Db) -> Any:
    """Sends two calls while the configuration is locked, so that both have come before either may read."""

    async def send(*calls: tuple[str, str, Any]) -> list[httpx.Response]:
        async with database.pool.acquire() as connection:
            await connection.execute("begin")
            await connection.execute("select gatehouse_lock($1)", Lock.CONFIGURATION.value)
            sent = [
                asyncio.create_task(backend.http.request(method, path, json=body))
                for method, path, body in calls
            ]
            await until_waiting(db, len(calls))
            await connection.execute("commit")
        return list(await asyncio.gather(*sent))

    return send


async def made(backend: Backend, path: str, body: Any) -> Any:
    answer = await backend.http.post(path, json=body)
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


async def permissions(backend: Backend, *names: str) -> list[str]:
    """Ids of new ones."""
    wanted = [{"key": f"race.{name}", "name": name} for name in names]
    return [one["id"] for one in await made(backend, f"{IDENTITY}/permissions/v1", wanted)]


async def held(backend: Backend, role_id: str) -> set[str]:
    roles = (await backend.http.get(f"{IDENTITY}/roles/v1")).json()
    [role] = [one for one in roles if one["id"] == role_id]
    return set(role["permissions"])


async def test_a_permission_that_was_just_revoked_stays_revoked(backend: Backend, both):
    given, revoked = await permissions(backend, "given", "revoked")
    body = [
        {"key": key, "name": key, "level": 50, "permissionIds": [revoked]}
        for key in ("race-a", "race-b")
    ]
    first, second = [one["id"] for one in await made(backend, f"{IDENTITY}/roles/v1", body)]
    answers = await both(
        ("PUT", f"{IDENTITY}/permissions/v1/{revoked}/roles", {"roleIds": []}),
        ("PUT", f"{IDENTITY}/permissions/v1/{given}/roles", {"roleIds": [first]}),
    )
    assert [one.status_code for one in answers] == [200, 200], [one.text for one in answers]
    assert (await held(backend, first), await held(backend, second)) == ({given}, set())


async def test_a_permission_that_was_just_deleted_takes_no_other_with_it(backend: Backend, both):
    first, second = await permissions(backend, "first", "second")
    body = [{"key": "race-c", "name": "C", "level": 50, "permissionIds": [first, second]}]
    [role] = await made(backend, f"{IDENTITY}/roles/v1", body)
    answers = await both(
        ("DELETE", f"{IDENTITY}/permissions/v1/{first}", None),
        ("DELETE", f"{IDENTITY}/permissions/v1/{second}", None),
    )
    assert [one.status_code for one in answers] == [204, 204]
    assert await held(backend, role["id"]) == set()


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (f"{IDENTITY}/permissions/v1", [{"key": "race.same", "name": "Same"}]),
        (f"{IDENTITY}/roles/v1", [{"key": "race-same", "name": "Same", "level": 50}]),
        (f"{IDENTITY}/permissions/v1/categories", {"name": "Race", "description": "Same"}),
        (f"{ENTITLEMENTS}/features/v1", {"key": "race-same", "name": "Same"}),
    ],
    ids=["permission", "role", "category", "feature"],
)
async def test_of_two_who_create_the_same_one_is_refused(both, path: str, body: Any):
    answers = await both(("POST", path, body), ("POST", path, body))
    assert sorted(one.status_code for one in answers)[1] == 409, [one.text for one in answers]
    assert sorted(one.status_code for one in answers)[0] in (200, 201)


async def test_features_of_a_plan_are_linked_and_unlinked_at_once(backend: Backend, both):
    ids = [
        (await made(backend, f"{ENTITLEMENTS}/features/v1", {"key": f"race-{n}", "name": n}))["id"]
        for n in ("one", "two", "three")
    ]
    plan = await made(backend, f"{ENTITLEMENTS}/plans/v1", {"name": f"Race {uuid4().hex[:6]}"})
    path = f"{ENTITLEMENTS}/plans/v1/{plan['id']}/features"
    await backend.http.patch(f"{path}/link", json={"featuresIds": ids[:1]})
    answers = await both(
        ("PATCH", f"{path}/unlink", {"featuresIds": ids[:1]}),
        ("PATCH", f"{path}/link", {"featuresIds": ids[1:]}),
    )
    assert {one.status_code for one in answers} == {200}, [one.text for one in answers]
    linked = (await backend.http.get(path)).json()["items"]
    assert {one["id"] for one in linked} == set(ids[1:])


async def test_strategies_of_mfa_are_switched_at_once(backend: Backend, both):
    path = f"{IDENTITY}/configurations/v1/mfa/strategies"
    answers = await both(
        ("POST", path, {"strategy": "SMS", "isActive": True}),
        ("POST", path, {"strategy": "EmailCode", "isActive": True}),
    )
    assert {one.status_code for one in answers} <= {200, 201}, [one.text for one in answers]
    factors = (await backend.http.get(f"{IDENTITY}/configurations/v1/mfa")).json()
    assert (factors["sms"]["active"], factors["email"]["active"]) == (True, True)


async def test_templates_wait_for_a_document_that_is_applied(backend: Backend, both):
    mails = f"{IDENTITY}/mail/v1/configs/templates"
    texts = f"{IDENTITY}/configurations/v1/sms/templates"
    kept, gone = {"type": "ResetPassword"}, {"type": "ActivateUser"}
    assert (await backend.http.post(mails, json=gone)).status_code == 201
    assert (
        await backend.http.post(f"{texts}/OTC", json={"template": "{{code}}"})
    ).status_code == 201
    [template] = (await backend.http.get(mails)).json()
    answers = await both(
        ("POST", mails, kept),
        ("DELETE", f"{mails}/{template['id']}", None),
        ("POST", f"{texts}/MFAOTC", {"template": "{{code}} is the code"}),
        ("DELETE", f"{texts}/OTC", None),
    )
    assert all(one.is_success for one in answers), [one.text for one in answers]
    assert [one["type"] for one in (await backend.http.get(mails)).json()] == ["ResetPassword"]
    assert [one["type"] for one in (await backend.http.get(texts)).json()] == ["MFAOTC"]


def test_the_configuration_is_locked_before_anything_is_read():
    late = []
    for path in sorted(SOURCE.rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.AsyncFunctionDef):
                awaited = [
                    one for statement in function.body for one in ast.walk(statement)
                    if isinstance(one, ast.Await)
                ]  # fmt: skip
                names = [ast.unparse(one.value).partition("(")[0] for one in awaited]
                if "lock_configuration" in names[1:]:
                    late.append(f"{path.relative_to(SOURCE)}: {function.name}")
    assert late == []
