"""Rules that an earlier release stored, with a pattern that is refused now."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.backend import Backend, restored_backend
from tests.world import Db, World

FEATURES = "/entitlements/resources/features/v1"
PLANS = "/entitlements/resources/plans/v1"
FLAGS = "/entitlements/resources/feature-flags/v1"
CONDITION = {"attribute": "email", "op": "matches", "negate": False, "value": {"string": "^now$"}}
RULE = {"conditionLogic": "and", "conditions": [CONDITION], "treatment": "true"}
# Three repeats, as an earlier release accepted them.
REPLACE = "replace({0}::text, '^now$', '.*a.*b.*c')::jsonb"


async def post(backend: Backend, path: str, body: Any) -> Any:
    answer = await backend.http.post(path, json=body)
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


@pytest.fixture
async def backend(world: World, db: Db) -> AsyncIterator[Backend]:
    async with restored_backend(world) as made:
        feature = await post(made, FEATURES, {"key": "stored", "name": "Stored"})
        flag = {
            "featureId": feature["id"], "name": "Stored", "on": True, "offTreatment": "false",
            "defaultTreatment": "false", "rules": [RULE],
        }  # fmt: skip
        await post(made, FLAGS, flag)
        await post(made, PLANS, {"name": "Stored plan", "rules": [RULE]})
        for table, column in (("features", "flag"), ("plans", "rules")):
            done = await db.connection.execute(
                f"update {table} set {column} = {REPLACE.format(column)}"
                f" where {column}::text like '%^now$%'"
            )
            assert done == "UPDATE 1"
        yield made


async def test_a_stored_pattern_stops_no_other_change(backend: Backend):
    await post(backend, FEATURES, {"key": "another", "name": "Another"})
    flags = (await backend.http.get(FLAGS)).json()["items"]
    assert ".*a.*b.*c" in str(flags)


async def test_what_has_one_is_switched_off_and_renamed(backend: Backend):
    flags = (await backend.http.get(FLAGS)).json()["items"]
    [flag] = [one for one in flags if one["name"] == "Stored"]
    path = f"{FLAGS}/{flag['id']}"
    off = await backend.http.patch(path, json={"on": False, "name": "Renamed"})
    assert off.status_code == 200, off.text
    shown = (await backend.http.get(path)).json()
    assert (shown["on"], shown["name"], shown["rules"]) == (False, "Renamed", flag["rules"])
    plans = (await backend.http.get(PLANS)).json()["items"]
    [plan] = [one for one in plans if one["name"] == "Stored plan"]
    renamed = await backend.http.patch(f"{PLANS}/{plan['id']}", json={"name": "Renamed plan"})
    assert renamed.status_code == 200, renamed.text
    assert renamed.json()["rules"] == plan["rules"]
    shown = (await backend.http.get("/vendor/resources/configuration/v1")).json()
    again = await backend.http.post(
        "/vendor/resources/configuration/v1/diff", json={"document": shown["document"]}
    )
    assert (again.status_code, again.json()["differences"]) == (200, []), again.text


async def test_no_other_entry_takes_the_pattern_and_no_other_pattern_comes_in(backend: Backend):
    flags = (await backend.http.get(FLAGS)).json()["items"]
    [flag] = [one for one in flags if one["name"] == "Stored"]
    taken = await backend.http.post(PLANS, json={"name": "Other plan", "rules": flag["rules"]})
    assert taken.status_code == 400, taken.text
    assert "too long" in taken.text
    other = {**CONDITION, "value": {"string": ".*x.*y.*z"}}
    rules = [{**RULE, "conditions": [other]}]
    refused = await backend.http.patch(f"{FLAGS}/{flag['id']}", json={"rules": rules})
    assert refused.status_code == 400, refused.text
