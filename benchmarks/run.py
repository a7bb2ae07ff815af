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
from benchmarks.contestants import SCENARIOS
from benchmarks.ours import Gatehouse
from benchmarks.peers import versions
from benchmarks.rounds import NAMES, Run, say

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
    add("--save", type=Path, help="also write the tables to this file")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gatehouse-bench-")))
        run = Run(options, folder, stack)
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
        conditions = (
            f"{options.rounds} interleaved rounds of {options.seconds:g} s, "
            f"{options.connections} connections, a tenant of {options.people:,} people; the server "
            "on one core, load and PostgreSQL on another. Medians. Server and database figures are "
            "CPU time per request; `per core-second` is what one core of the server gives; `foreign` is "
            "the share of the server's core that other programs took."
        )
        if {"better-auth", "oidc-provider"} & set(options.only):
            conditions += f" Peers: {versions()}."
        text = report.render(run.outcome(), conditions)
    print(text)
    if options.save:
        report.save(options.save, text)
