"""The small evaluator says what Prometheus would."""

from typing import Any

import pytest

from tests.operations.promql import evaluate, holds, look, names

FIRST = """
# TYPE calls_total counter
calls_total{route="/a",status="200"} 10
calls_total{route="/a",status="500"} 0
# TYPE depth gauge
depth{name="x"} 4
depth{name="y"} 9
"""
SECOND = """
# TYPE calls_total counter
calls_total{route="/a",status="200"} 40
calls_total{route="/a",status="500"} 6
# TYPE depth gauge
depth{name="x"} 5
depth{name="y"} 2
# TYPE seconds histogram
seconds_bucket{le="1.0"} 50
seconds_bucket{le="2.0"} 100
seconds_bucket{le="+Inf"} 100
"""
LOOKS = [look(0, FIRST, job="gatehouse"), look(60, SECOND, job="gatehouse")]

CASES: list[tuple[str, Any]] = [
    ("max(depth)", [5]),
    ("max by (name) (depth) > 4", [5]),
    ('depth{name=~"x|y"} < 3', [2]),
    ('depth{name!="x"}', [2]),
    ("sum(increase(calls_total[5m]))", [36]),
    ("sum(rate(calls_total[1m]))", [0.6]),
    ('sum(rate(calls_total{status=~"5.."}[5m])) / sum(rate(calls_total[5m])) > 0.1', [6 / 36]),
    ('sum(rate(calls_total{status=~"4.."}[5m])) / sum(rate(calls_total[5m])) > 0.1', []),
    ("count(depth) * 2 + 1", [5]),
    ("max by (name) (depth) > 1 and max by (name) (depth) < 4", [2]),
    ("histogram_quantile(0.75, sum by (le) (seconds_bucket))", [1.5]),
    ("topk(1, depth)", [5]),
    ('up{job="gatehouse"} == 1', [1]),
    ("nothing_of_the_kind > 0", []),
]


@pytest.mark.parametrize(("expression", "values"), CASES)
def test_an_expression_is_evaluated(expression, values):
    found = evaluate(expression, LOOKS)
    assert isinstance(found, dict)
    assert sorted(found.values()) == pytest.approx(values)


def test_what_grew_before_the_window_is_not_counted():
    looks = [look(0, FIRST), look(1000, SECOND), look(1060, SECOND)]
    assert not holds("sum(increase(calls_total[5m])) > 0", looks)


def test_a_process_that_does_not_answer_is_down():
    assert holds("up == 0", [look(0, None)])
    assert not holds("max(depth) > 0", [look(0, None)])


def test_the_names_of_an_expression():
    expression = 'sum by (a, b) (rate(one_total[5m])) / max(two) > 3 and three{x="y"} == 1'
    assert names(expression) == {"one_total", "two", "three"}
