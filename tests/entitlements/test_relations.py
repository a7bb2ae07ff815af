"""Rights by relation: what there is, who stands how to it, and what follows."""

from datetime import timedelta
from typing import Any

import httpx
import pytest

from gatehouse.kit import clock
from gatehouse.kit.db.locks import Lock
from tests.backend import new_backend
from tests.lock_held import until_released
from tests.world import Db, World

TYPES = "/entitlements/resources/entity-types/v1"
RELATIONS = "/entitlements/resources/relations/v1"


@pytest.fixture
async def backend(world: World, db: Db):
    """With documents that users own or read, and teams read too."""
    http = (await new_backend(world, ["vendor.*.entitlements"])).http
    for key in ("user", "team", "document"):
        made = await http.post(TYPES, json={"key": key, "description": f"A {key}"})
        assert made.status_code == 201, made.text
    relations = [
        {"key": "owner", "subjectEntityKeys": ["user"]},
        {"key": "reader", "subjectEntityKeys": ["user", "team"]},
    ]
    made = await http.post(f"{TYPES}/document/relations", json={"relations": relations})
    assert made.status_code == 201, made.text
    actions = [
        {"key": "read", "relationKeys": ["owner", "reader"]},
        {"key": "delete", "relationKeys": ["owner"]},
    ]
    made = await http.post(f"{TYPES}/document/actions", json={"actions": actions})
    assert made.status_code == 201, made.text
    yield http
    await db.connection.execute("delete from entity_types")


def stands(subject: str, relation: str, target: str = "plan", **more: Any) -> dict[str, Any]:
    kind, _, key = subject.partition(":")
    return {
        "subjectEntityTypeKey": kind, "subjectKey": key, "relationKey": relation,
        "targetEntityTypeKey": "document", "targetKey": target, **more,
    }  # fmt: skip


async def assign(backend: httpx.AsyncClient, *given: dict[str, Any]) -> httpx.Response:
    return await backend.post(f"{RELATIONS}/assign", json={"assignments": given})


async def may(backend: httpx.AsyncClient, subject: str, action: str, target: str = "plan") -> bool:
    kind, _, key = subject.partition(":")
    answer = await backend.post(
        f"{RELATIONS}/check",
        json={
            "subjectEntityTypeKey": kind, "subjectKey": key, "actionKey": action,
            "targetEntityTypeKey": "document", "targetKey": target,
        },
    )  # fmt: skip
    assert answer.status_code == 200, answer.text
    allowed: bool = answer.json()["allowed"]
    return allowed


async def test_a_related_user_is_permitted(backend):
    given = [stands("user:ann", "owner"), stands("team:red", "reader")]
    answer = await assign(backend, *given)
    assert (answer.status_code, answer.json()) == (201, given)
    for subject, action, target, expected in (
        ("user:ann", "read", "plan", True),
        ("user:ann", "delete", "plan", True),
        ("user:ann", "read", "other", False),
        ("user:ann", "rename", "plan", False),
        ("user:bob", "read", "plan", False),
        ("team:red", "read", "plan", True),
        ("team:red", "delete", "plan", False),
        ("user:red", "read", "plan", False),
    ):
        assert await may(backend, subject, action, target) is expected, (subject, action, target)
    gone = await backend.post(f"{RELATIONS}/unassign", json={"assignments": given})
    assert gone.status_code == 204
    assert not await may(backend, "user:ann", "read")
    # Again is no fault.
    await backend.post(f"{RELATIONS}/unassign", json={"assignments": given})


async def test_a_relation_may_be_for_a_while(backend):
    now = clock.now()
    later, end = now + timedelta(minutes=10), now + timedelta(minutes=30)
    await assign(
        backend,
        stands("user:ann", "owner", activeFrom=later.isoformat(), activeUntil=end.isoformat()),
    )
    seen = [await may(backend, "user:ann", "delete")]
    for _ in range(2):
        clock.advance_clock(timedelta(minutes=20))
        seen.append(await may(backend, "user:ann", "delete"))
    assert seen == [False, True, False]
    backwards = stands("user:ann", "owner", activeFrom=end.isoformat(), activeUntil=now.isoformat())
    assert (await assign(backend, backwards)).status_code == 400


async def test_all_are_assigned_or_none(backend):
    for wrong in (
        stands("team:red", "owner"),  # no such subject
        stands("user:ann", "admirer"),
        {**stands("user:ann", "owner"), "targetEntityTypeKey": "folder"},
    ):
        refused = await assign(backend, stands("user:ann", "owner"), wrong)
        assert (refused.status_code, refused.json()["errorCode"]) == (400, "relations.unknown")
    assert (await backend.get(f"{RELATIONS}/assignments")).json() == {"items": [], "hasNext": False}


async def test_assignments_are_listed_in_pages(backend):
    given = [stands("user:ann", "owner", f"d{number}") for number in range(3)]
    await assign(backend, *given)
    path = f"{RELATIONS}/assignments"
    first = (await backend.get(path, params={"limit": 2})).json()
    rest = (await backend.get(path, params={"limit": 2, "offset": 2})).json()
    assert (first["items"] + rest["items"], first["hasNext"], rest["hasNext"]) == (
        given,
        True,
        False,
    )


async def test_a_relation_that_is_narrowed_down_or_gone_gives_nothing(backend):
    await assign(backend, stands("team:red", "reader"), stands("user:ann", "reader"))
    path = f"{TYPES}/document/relations/reader"
    changed = await backend.patch(path, json={"key": "reader", "subjectEntityKeys": ["user"]})
    assert changed.json()["subjectEntityTypeKeys"] == ["user"]
    assert not await may(backend, "team:red", "read")
    assert await may(backend, "user:ann", "read")
    assert (await backend.delete(path)).status_code == 204
    assert not await may(backend, "user:ann", "read")
    details = (await backend.get(f"{TYPES}/document")).json()
    assert (details["relations"], details["actions"]) == (["owner"], ["delete", "read"])


async def test_an_action_follows_its_relations(backend):
    await assign(backend, stands("user:ann", "reader"))
    path = f"{TYPES}/document/actions/delete"
    answer = await backend.patch(path, json={"key": "delete", "relationKeys": ["reader"]})
    assert answer.json()["relationKeys"] == ["reader"]
    assert await may(backend, "user:ann", "delete")
    assert (await backend.delete(path)).status_code == 204
    assert not await may(backend, "user:ann", "delete")
    assert (await backend.delete(path)).status_code == 404


async def test_a_type_goes_with_all_that_hangs_on_it(backend):
    await assign(backend, stands("team:red", "reader"), stands("user:ann", "owner"))
    assert (await backend.delete(f"{TYPES}/team")).status_code == 204
    left = (await backend.get(f"{RELATIONS}/assignments")).json()["items"]
    assert left == [stands("user:ann", "owner")]
    assert (await backend.delete(f"{TYPES}/document")).status_code == 204
    assert (await backend.get(f"{RELATIONS}/assignments")).json()["items"] == []
    assert (await backend.get(f"{TYPES}/document")).status_code == 404


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("POST", "", {"key": "user"}, 409, "relations.key_taken"),
        ("PATCH", "/user", {"key": "human"}, 409, "relations.key_stays"),
        ("POST", "/user/relations", {"relations": [{"key": "x", "subjectEntityKeys": ["ghost"]}]},
         400, "relations.unknown"),
        ("POST", "/document/actions", {"actions": [{"key": "x", "relationKeys": ["ghost"]}]},
         400, "relations.unknown"),
        ("POST", "/ghost/actions", {"actions": [{"key": "x", "relationKeys": []}]},
         404, "relations.type_not_found"),
        ("POST", "/document/relations", {"relations": [{"key": "owner", "subjectEntityKeys": ["user"]}]},
         409, "relations.key_taken"),
        ("PATCH", "/document/relations/ghost", {"key": "ghost", "subjectEntityKeys": ["user"]},
         404, "relations.relation_not_found"),
    ],
)  # fmt: skip
async def test_invalid_relations_are_refused(backend, method, path, body, status, code):
    refused = await backend.request(method, TYPES + path, json=body)
    assert (refused.status_code, refused.json()["errorCode"]) == (status, code)


async def test_types_are_described(backend):
    changed = await backend.patch(f"{TYPES}/user", json={"key": "user", "description": "A person"})
    assert changed.json()["description"] == "A person"
    listed = (await backend.get(TYPES)).json()
    assert [one["key"] for one in listed["items"]] == ["document", "team", "user"]
    assert listed["hasNext"] is False


async def test_relations_are_changed_one_at_a_time(backend, database):
    asked = backend.post(TYPES, json={"key": "folder", "description": "A folder"})
    made = await until_released(database, Lock.RELATIONS, "", asked)
    assert made.status_code == 201, made.text
