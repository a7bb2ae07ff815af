"""`python -m benchmarks.hash_flood`: whether others wait while passwords are verified.

Fifty people sign in at once, each again as soon as they are in, and a client asks `/healthz` at a steady
pace, in turns with the sign-ins and without. The server has both cores, as it has on a machine of two;
database and callers share them.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks.audits import Caller, verdict
from benchmarks.contestants import LOGIN, Place
from benchmarks.database import Cluster
from benchmarks.ours import Gatehouse
from benchmarks.process import machine, split_cores
from benchmarks.rounds import say
from benchmarks.seed import prepare
from benchmarks.webhooks import Turns, ask

PORT = 4192
PATH = "/healthz"
PER_SECOND = 50.0  # requests
WARM_UP = 2.0
LIMIT_MS = 50


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hash_flood", description=__doc__)
    add = parser.add_argument
    add("--people", type=int, default=50, help="who sign in at once")
    add("--seconds", type=float, default=10, help="of each turn")
    add("--turns", type=int, default=3, help="with sign-ins, and as many without")
    return parser.parse_args()


def flood(gatehouse: Gatehouse, seconds: float) -> "subprocess.Popen[str]":
    """Sign-ins in a process of their own, counted after `WARM_UP`."""
    plan = gatehouse.plan(LOGIN)
    assert plan is not None
    job: dict[str, Any] = {
        "plan": plan.as_json(), "port": PORT, "warm_up": WARM_UP, "seconds": seconds,
        "server_cores": sorted(gatehouse.place.cores), "pids": [],
    }  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.load"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )  # fmt: skip
    assert process.stdin is not None
    json.dump(job, process.stdin)
    process.stdin.close()
    return process


def main() -> None:
    options = arguments()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gatehouse-flood-")))
        cores = set().union(*split_cores())
        cluster = Cluster(folder / "database", cores)
        stack.callback(cluster.stop)
        url = cluster.database("gatehouse")
        seeded = prepare(url, people=2000)
        print(f"{machine()}; {options.people} sign-ins in flight")
        gatehouse = Gatehouse(Place(url, PORT, cores, folder, options.people), seeded)
        stack.callback(gatehouse.server.stop)
        caller = Caller(PORT, "")
        ask(caller, 2, PATH, PER_SECOND)
        quiet, busy = Turns(), Turns()
        for turn in range(options.turns):
            say(f"turn {turn + 1}")
            quiet.seconds += ask(caller, options.seconds, PATH, PER_SECOND)
            with flood(gatehouse, options.seconds) as process:
                time.sleep(WARM_UP)
                busy.seconds += ask(caller, options.seconds, PATH, PER_SECOND)
                assert process.stdout is not None
                outcome = json.loads(process.stdout.read())
            if outcome["failure"]:
                raise SystemExit(outcome["failure"])
            busy.rates.append(len(outcome["latencies"]) / outcome["seconds"])
        report(quiet, busy)


def report(quiet: Turns, busy: Turns) -> None:
    print("| | sign-ins a second | p50 ms | p99 ms |\n|---|---|---|---|")
    for name, one in (("idle", quiet), ("sign-ins", busy)):
        rate = sum(one.rates) / len(one.rates) if one.rates else 0.0
        print(f"| {name} | {rate:.0f} | {one.at(0.5):.1f} | {one.at(0.99):.1f} |")
    p99 = busy.at(0.99)
    ratio = p99 / quiet.at(0.99)
    print(f"p99 with sign-ins {p99:.1f} ms, {ratio:.1f} x idle: {verdict(holds=p99 < LIMIT_MS)}")


if __name__ == "__main__":
    main()
