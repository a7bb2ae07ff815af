"""Measures every contestant in turn, several rounds, and compares the medians.

Rounds are interleaved: what else the machine does then falls on all alike, and ratios hold where
absolute figures move.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path

from benchmarks import report
from benchmarks.bars import Outcome
from benchmarks.contestants import SCENARIOS, Contestant, Place
from benchmarks.database import Cluster
from benchmarks.measure import LoadFailed, Sample, sample
from benchmarks.ours import Ceiling, Gatehouse
from benchmarks.peers import BetterAuth, OidcProvider, install
from benchmarks.process import pinned, resident_megabytes, split_cores
from benchmarks.seed import prepare

FIRST_PORT = 4180
NAMES = ("ceiling", "gatehouse", "better-auth", "oidc-provider")
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


class Run:
    def __init__(self, options: argparse.Namespace, folder: Path, stack: ExitStack) -> None:
        self.options = options
        self.folder = folder
        self.stack = stack
        self.server_cores, self.load_cores = split_cores()
        self.cluster = Cluster(folder / "database", self.load_cores)
        stack.callback(self.cluster.stop)
        self.samples: dict[tuple[str, str], list[Sample]] = defaultdict(list)
        self.half_load: dict[tuple[str, str], Sample] = {}
        self.hash_cpu: list[float] = []
        self.start_seconds: dict[str, float] = {}
        self.idle_megabytes: dict[str, float] = {}

    def place(self, name: str, url: str) -> Place:
        port = FIRST_PORT + NAMES.index(name)
        return Place(url, port, self.server_cores, self.folder, self.options.connections)

    def contestants(self) -> list[Contestant]:
        """Start whoever takes part; each stays up, idle, while another is measured."""
        wanted, started = self.options.only, list[Contestant]()
        if {"ceiling", "gatehouse"} & set(wanted):
            say(f"seeding {self.options.people:,} people")
            url = self.cluster.database("gatehouse")
            seeded = prepare(url, people=self.options.people)
            for kind in (Ceiling, Gatehouse):
                if kind.name in wanted:
                    started.append(self.started(kind(self.place(kind.name, url), seeded)))
        if {"better-auth", "oidc-provider"} & set(wanted):
            install()
        for peer in (BetterAuth, OidcProvider):
            if peer.name in wanted:
                url = self.cluster.database(peer.name.replace("-", "_"))
                started.append(self.started(peer(self.place(peer.name, url))))
        return started

    def started(self, contestant: Contestant) -> Contestant:
        self.stack.callback(contestant.server.stop)
        self.start_seconds[contestant.name] = contestant.server.start_seconds
        self.idle_megabytes[contestant.name] = resident_megabytes(contestant.server.pid)
        say(f"{contestant.name} is ready")
        return contestant

    def hash_alone(self) -> None:
        command = [sys.executable, "-m", "benchmarks.hashing", "1"]
        with pinned(self.server_cores):
            done = subprocess.run(
                command,
                capture_output=True,
                text=True,
                check=True,
                cwd=Path(__file__).parent.parent,
            )
        self.hash_cpu.append(float(done.stdout))

    def measure(self, contestant: Contestant, scenario: str, share: float = 0.0) -> None:
        plan = contestant.plan(scenario)
        if plan is None:
            return
        key = scenario, contestant.name
        if share:
            plan.rate = Sample.median(self.samples[key]).per_second * share
        try:
            taken = sample(
                contestant.place.port, plan, server=contestant.server.pid,
                database=self.cluster.pid, seconds=self.options.seconds,
            )  # fmt: skip
        except LoadFailed as error:
            raise SystemExit(f"{contestant.name}, {scenario}: {error}") from None
        finally:
            plan.rate = 0.0
        if share:
            self.half_load[key] = taken
        else:
            self.samples[key].append(taken)

    def outcome(self) -> Outcome:
        medians = {key: Sample.median(taken) for key, taken in self.samples.items()}
        hash_cpu = sorted(self.hash_cpu)[len(self.hash_cpu) // 2]
        return Outcome(medians, self.half_load, self.start_seconds, self.idle_megabytes, hash_cpu)


def say(text: str) -> None:
    print(f"· {text}", file=sys.stderr, flush=True)


def main() -> None:
    options = arguments()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gatehouse-bench-")))
        run = Run(options, folder, stack)
        os.sched_setaffinity(0, run.load_cores)
        contestants = run.contestants()
        for number in range(options.rounds):
            say(f"round {number + 1} of {options.rounds}")
            run.hash_alone()
            for scenario in options.scenarios:
                for contestant in contestants:
                    run.measure(contestant, scenario)
        for contestant in contestants:
            for scenario in options.scenarios if contestant.name in HALF_LOAD else ():
                run.measure(contestant, scenario, share=0.5)
        conditions = (
            f"{options.rounds} interleaved rounds of {options.seconds:g} s, "
            f"{options.connections} connections, a tenant of {options.people:,} people; the server "
            "on one core, load and PostgreSQL on another. Medians. Server and database figures are "
            "CPU time per request; `per core-second` is what one core of the server gives."
        )
        text = report.render(run.outcome(), conditions)
    print(text)
    if options.save:
        report.save(options.save, text)
