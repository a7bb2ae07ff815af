"""Measures every contestant in turn, several rounds, and compares the medians.

Rounds are interleaved: what else the machine does then falls on all alike, and ratios hold where
absolute figures move.
"""

import argparse
import os
import tempfile
from contextlib import ExitStack
from pathlib import Path

from benchmarks import report
from benchmarks.bars import Outcome
from benchmarks.contestants import SCENARIOS
from benchmarks.ours import Gatehouse
from benchmarks.peers import versions
from benchmarks.rounds import NAMES, Run, say
from gatehouse import __version__

HALF_LOAD = ("gatehouse",)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    add = parser.add_argument
    add("--rounds", type=int, default=5, help="samples of each pair; the median counts")
    add("--seconds", type=float, default=2.0, help="length of a sample")
    add("--connections", type=int, default=8, help="keep-alive connections of the load")
    add("--people", type=int, default=100_000, help="users of the tenant whose lists are read")
    add("--only", nargs="+", choices=NAMES, default=list(NAMES), help="contestants")
    add("--scenarios", nargs="+", choices=SCENARIOS, default=list(SCENARIOS))
    add(
        "--save", type=Path, nargs="?", const=report.default_path(),
        help="also write the tables to this file; without a name, one of date and revision",
    )  # fmt: skip
    return parser.parse_args()


def main() -> None:
    options = arguments()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gatehouse-bench-")))
        run = Run(options, folder, stack)
        load_before = os.getloadavg()[0]
        if "demo" in options.only:
            run.measure_demo()
        os.sched_setaffinity(0, run.load_cores)
        contestants = run.contestants()
        # Uncounted: compilers at run time, caches and connections settle in a first round.
        say("warming up")
        run.round(contestants)
        run.forget()
        for number in range(options.rounds):
            say(f"round {number + 1} of {options.rounds}")
            run.round(contestants)
        for contestant in contestants:
            for scenario in options.scenarios if contestant.name in HALF_LOAD else ():
                run.measure(contestant, scenario, share=0.5)
            if isinstance(contestant, Gatehouse):
                run.across_tenants(contestant)
        outcome = run.outcome()
        text = report.render(outcome, describe_run(run, outcome, load_before))
    print(text)
    if options.save:
        report.save(options.save, text)


def describe_run(run: Run, outcome: Outcome, load_before: float) -> list[str]:
    """Lines for the head of the result."""
    options = run.options
    programs = [f"Gatehouse {__version__}", *run.database_versions()]
    if {"better-auth", "oidc-provider"} & set(options.only):
        programs.append(versions())
    return [
        report.describe_load(outcome, load_before),
        f"Programs: {', '.join(programs)}.",
        f"Load: {options.rounds} interleaved rounds of {options.seconds:g} s, {options.connections} "
        f"connections, a tenant of {options.people:,} users. One core for the server, the other for "
        "PostgreSQL and the load generator.",
        "Figures: medians. `server µs` and `database µs` are CPU time for a request; `foreign` is the "
        "share of both cores that other programs took.",
    ]
