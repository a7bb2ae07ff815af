"""One sample of one scenario on one server, and the median of several."""

import json
import subprocess
import sys
from dataclasses import dataclass, fields
from pathlib import Path
from statistics import median
from typing import Any, Self

from benchmarks.plan import Plan

ROOT = Path(__file__).parent.parent
WARM_UP = 0.4


class LoadFailed(Exception):
    """The server refused a request: a rate over refusals would mean nothing."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Figures of one measured window; CPU in microseconds per request, latency in milliseconds.

    `database_cpu` is that of all processes of the contestant's PostgreSQL. `foreign` is the share of both
    cores that other programs took. They empty the caches, so CPU per request rises with it.
    """

    per_second: float
    server_cpu: float
    database_cpu: float
    load_cpu: float
    foreign: float
    p50: float
    p95: float
    p99: float

    @property
    def total_cpu(self) -> float:
        return self.server_cpu + self.database_cpu

    @classmethod
    def median(cls, samples: list[Self]) -> Self:
        return cls(*(median(getattr(s, field.name) for s in samples) for field in fields(cls)))


def sample(
    port: int, plan: Plan, *, server: int, cores: set[int], database: int, seconds: float
) -> Sample:
    """Load the server; the plan keeps the tokens with which the next sample goes on."""
    job: dict[str, Any] = {
        "port": port,
        "plan": plan.as_json(),
        "seconds": seconds,
        "warm_up": WARM_UP,
        "cores": list(cores),
        "pids": [server, database],
    }
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.load"],
        input=json.dumps(job),
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=seconds + WARM_UP + 30,
        check=False,
    )
    if done.returncode:
        raise LoadFailed(done.stderr[-2000:])
    outcome = json.loads(done.stdout)
    if outcome["failure"]:
        raise LoadFailed(outcome["failure"])
    if plan.capture:
        plan.tokens = outcome["tokens"]
    return summarize(outcome)


def summarize(outcome: dict[str, Any]) -> Sample:
    latencies = sorted(outcome["latencies"])
    count = len(latencies)
    if not count:
        raise LoadFailed("no answer within the measured window")
    server_cpu, database_cpu = outcome["cpu"]
    used = server_cpu + database_cpu + outcome["load_cpu"]

    def at(share: float) -> float:
        return float(latencies[min(count - 1, int(count * share))] * 1000)

    return Sample(
        per_second=count / outcome["seconds"],
        server_cpu=server_cpu / count * 1e6,
        database_cpu=database_cpu / count * 1e6,
        load_cpu=outcome["load_cpu"] / count * 1e6,
        foreign=max(0.0, outcome["busy"] - used) / outcome["seconds"] / outcome["cores"],
        p50=at(0.5),
        p95=at(0.95),
        p99=at(0.99),
    )
