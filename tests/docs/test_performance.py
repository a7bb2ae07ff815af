"""docs/performance.md shows a saved run of the benchmark, and a run compares totals of CPU time."""

import re
from dataclasses import fields

import pytest
from benchmarks.bars import Outcome, against
from benchmarks.measure import Sample
from benchmarks.page import NO_RUN, PAGE, SECTION, compose_section
from benchmarks.report import RESULTS, list_missed_bars, scenario_table


def create_outcome(**cpu: tuple[float, float]) -> Outcome:
    """Refreshes that cost each server this much: microseconds of the server, of the database."""
    names = [field.name for field in fields(Sample)]
    samples = {
        ("refresh", name.replace("_", "-")): Sample(
            **dict.fromkeys(names, 1.0) | {"server_cpu": server, "database_cpu": database}
        )
        for name, (server, database) in cpu.items()
    }
    return Outcome(samples, {}, {}, {"ceiling": 1.0, "gatehouse": 1.1}, {"gatehouse": 147}, 9000)


def test_figures_are_those_of_a_saved_run():
    section = SECTION.search(PAGE.read_text())
    assert section
    link = re.search(r"\]\(\.\./benchmarks/results/([\w.+-]+\.md)\)", section[0])
    assert link
    if link[1] == "README.md":
        assert section[0] == NO_RUN
    else:
        assert section[0] == compose_section(RESULTS / link[1])


def test_a_bar_compares_server_and_database_together():
    outcome = create_outcome(gatehouse=(1000, 3000), oidc_provider=(1500, 500))
    assert against("refresh", "oidc-provider")(outcome) == pytest.approx(0.5)
    assert against("refresh", "better-auth")(outcome) is None
    assert "| 1,000     | 3,000       | 4,000    |" in scenario_table(outcome)


def test_what_falls_short_is_named():
    outcome = create_outcome(gatehouse=(1000, 3000), oidc_provider=(1500, 500))
    missed = list_missed_bars(outcome)
    assert "refresh: oidc-provider / Gatehouse 0.50 (1.8)" in missed
    assert "idle memory, MB 147 (110)" in missed
    assert "start to ready" not in missed
    assert "me:" not in missed
