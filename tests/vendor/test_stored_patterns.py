"""Rules that an earlier release stored, with a pattern that is refused now."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.vendor.caller import Backend, restored_backend
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


async def test_a_change_of_its_own_rules_says_what_is_wrong(backend: Backend):
    flags = (await backend.http.get(FLAGS)).json()["items"]
    [stored] = [one for one in flags if one["name"] == "Stored"]
    answer = await backend.http.patch(f"{FLAGS}/{stored['id']}", json={"name": "Renamed"})
    assert answer.status_code == 400, answer.text
    assert "too long" in answer.text
