"""The servers of one run, and the rounds in which each is measured."""

import argparse
import subprocess
import sys
from collections import defaultdict
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from statistics import median

from benchmarks import tenants
from benchmarks.bars import Outcome
from benchmarks.contestants import Contestant, Place
from benchmarks.database import Cluster
from benchmarks.demo import Demo
from benchmarks.measure import ROOT, LoadFailed, Sample, sample
from benchmarks.ours import Ceiling, Gatehouse
from benchmarks.peers import BetterAuth, OidcProvider, install
from benchmarks.plan import Plan
from benchmarks.process import pinned, split_cores
from benchmarks.seed import prepare

FIRST_PORT = 4180
PACE = 200.0  # requests a second, far below what a server can give
NAMES = ("ceiling", "gatehouse", "better-auth", "oidc-provider", "demo")


class Run:
    def __init__(self, options: argparse.Namespace, folder: Path, stack: ExitStack) -> None:
        self.options = options
        self.folder = folder
        self.stack = stack
        self.server_cores, self.load_cores = split_cores()
        self.clusters: dict[str, Cluster] = {}  # by contestant
        self.samples: dict[tuple[str, str], list[Sample]] = defaultdict(list)
        self.half_load: dict[tuple[str, str], Sample] = {}
        self.by_tenants: dict[tuple[str, int], Sample] = {}
        self.hash_cpu: list[float] = []
        self.start_seconds: dict[str, float] = {}
        self.idle_megabytes: dict[str, float] = {}

    def place(self, name: str, url: str) -> Place:
        port = FIRST_PORT + NAMES.index(name)
        return Place(url, port, self.server_cores, self.folder, self.options.connections)

    def create_database(self, *names: str) -> str:
        """A PostgreSQL for these contestants alone, so that what others do is no part of their CPU time."""
        cluster = Cluster(self.folder / f"database-{names[0]}", self.load_cores)
        self.stack.callback(cluster.stop)
        self.clusters |= dict.fromkeys(names, cluster)
        return cluster.database(names[0].replace("-", "_"))

    def contestants(self) -> list[Contestant]:
        """Start the contestants; each stays up, idle, while another is measured."""
        wanted, started = self.options.only, list[Contestant]()
        if {"ceiling", "gatehouse"} & set(wanted):
            say(f"seeding {self.options.people:,} people")
            url = self.create_database("gatehouse", "ceiling")
            seeded = prepare(url, people=self.options.people)
            for kind in (Ceiling, Gatehouse):
                if kind.name in wanted:
                    started.append(self.started(kind(self.place(kind.name, url), seeded)))
        if {"better-auth", "oidc-provider"} & set(wanted):
            install()
        for peer in (BetterAuth, OidcProvider):
            if peer.name in wanted:
                url = self.create_database(peer.name)
                started.append(self.started(peer(self.place(peer.name, url))))
        return started

    def database_versions(self) -> set[str]:
        return {cluster.version for cluster in self.clusters.values()}

    def measure_demo(self) -> None:
        """Start and memory only; it runs on both cores, as on an evaluator's machine."""
        cores = self.server_cores | self.load_cores
        self.started(Demo(replace(self.place(Demo.name, ""), cores=cores))).server.stop()

    def started(self, contestant: Contestant) -> Contestant:
        self.stack.callback(contestant.server.stop)
        self.start_seconds[contestant.name] = contestant.start_seconds
        self.idle_megabytes[contestant.name] = contestant.idle_megabytes
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
                cwd=ROOT,
            )
        self.hash_cpu.append(float(done.stdout))

    def round(self, contestants: list[Contestant]) -> None:
        self.hash_alone()
        for scenario in self.options.scenarios:
            for contestant in contestants:
                self.measure(contestant, scenario)

    def forget(self) -> None:
        self.samples.clear()
        self.hash_cpu.clear()

    def measure(self, contestant: Contestant, scenario: str, share: float = 0.0) -> None:
        key = scenario, contestant.name
        try:
            plan = contestant.plan(scenario)
            if plan is None:
                return
            if share:
                plan.rate = Sample.median(self.samples[key]).per_second * share
            taken = self.sample(contestant, plan)
        except (LoadFailed, OSError) as error:
            log = contestant.place.log(contestant.name).read_text(errors="replace")
            raise SystemExit(f"{contestant.name}, {scenario}: {error}\n{log[-2000:]}") from None
        plan.rate = 0.0
        if share:
            self.half_load[key] = taken
        else:
            self.samples[key].append(taken)

    def sample(self, contestant: Contestant, plan: Plan) -> Sample:
        return sample(
            contestant.place.port, plan, server=contestant.server.pid,
            database=self.clusters[contestant.name].pid,
            cores=self.server_cores | self.load_cores, seconds=self.options.seconds,
        )  # fmt: skip

    def across_tenants(self, gatehouse: Gatehouse) -> None:
        """The same calls, paced, while there are few other tenants and while there are many."""
        made = 0
        for count in tenants.COUNTS:
            say(f"{count:,} tenants")
            tokens = tenants.add_tenants(gatehouse.place.database_url, count - made)
            made = count
            for scenario, known in tokens.items():
                plan = gatehouse.plan_across(scenario, known)
                plan.rate = PACE
                taken = [self.sample(gatehouse, plan) for _ in range(self.options.rounds)]
                self.by_tenants[scenario, count] = Sample.median(taken)

    def outcome(self) -> Outcome:
        medians = {key: Sample.median(taken) for key, taken in self.samples.items()}
        hash_cpu = median(self.hash_cpu)
        return Outcome(
            medians,
            self.half_load,
            self.by_tenants,
            self.start_seconds,
            self.idle_megabytes,
            hash_cpu,
        )


def say(text: str) -> None:
    print(f"· {text}", file=sys.stderr, flush=True)
