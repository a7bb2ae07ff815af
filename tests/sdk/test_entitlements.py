"""The same cases as in the browser: `vectors/entitlements.json`."""

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from gatehouse_sdk import Decision, Entitlements
from gatehouse_sdk.conditions import holds

VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "entitlements.json").read_text(encoding="utf-8")
)
NOW = datetime.fromisoformat(VECTORS["now"]).timestamp()


def attribute_of(given: Any) -> Any:
    return datetime.fromisoformat(given["date"]) if isinstance(given, dict) else given


def conditions() -> Iterator[Any]:
    for group in VECTORS["conditions"]:
        for answers, given in (
            ((True, False), group["true"]),
            ((False, True), group["false"]),
            ((False, False), [*group["neither"], None]),
        ):
            for one in given:
                yield pytest.param(group["op"], group["value"], one, answers)


@pytest.mark.parametrize(("op", "value", "given", "answers"), conditions())
def test_conditions(op, value, given, answers):
    condition = {"attribute": "it", "op": op, "value": value}
    attributes = {"it": attribute_of(given)}
    said = tuple(holds({**condition, "negate": negate}, attributes) for negate in (False, True))
    assert said == answers


@pytest.mark.parametrize("case", VECTORS["decisions"], ids=lambda case: case["says"])
def test_decisions(case):
    person = VECTORS["people"][case["person"]] if case["person"] else {}
    given = {name: attribute_of(value) for name, value in case["given"].items()}
    entitlements = Entitlements(case["entitlements"], person)
    if "featureKey" in case:
        decision = entitlements.feature(case["featureKey"], given, now=NOW)
    else:
        decision = entitlements.permission(case["permissionKey"], given, now=NOW)
    assert decision == Decision(case["answer"] is None, case["answer"])
