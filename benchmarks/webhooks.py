"""`python -m benchmarks.webhooks`: whether requests feel that a thousand events a second are announced.

An account has a webhook that wants them all. A process of its own announces, as any process of the product
does; a worker makes deliveries of what it can. Meanwhile a user asks for `me` at a steady pace, in
turns with the events and without. The server has a core; database, worker and the process that announces
share the other. The receiver is an address where no server listens: what is sent fails fast.
"""

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import asyncpg

from benchmarks.audits import Caller, verdict
from benchmarks.contestants import Place
from benchmarks.database import Cluster
from benchmarks.ours import IDENTITY, WithoutWorker
from benchmarks.process import machine, pinned, split_cores
from benchmarks.rounds import say
from benchmarks.seed import copying, prepare
from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_all
from gatehouse.directory.roles.events import RoleCreated
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Database, Scope

PORT = 4189
AT_ONCE = 20  # events of one transaction
ME = f"{IDENTITY}/users/v2/me"
PER_SECOND = 20.0  # requests
TOUCHED = 1.5  # of the latency without events
KEY = "gatehouse.role.created"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.webhooks", description=__doc__)
    add = parser.add_argument
    add("--events", type=int, default=1000, help="a second")
    add("--seconds", type=float, default=10, help="of each turn")
    add("--turns", type=int, default=3, help="with events, and as many without")
    add("--announce", nargs=2, metavar=("URL", "TENANT"), help=argparse.SUPPRESS)
    return parser.parse_args()


async def announce(url: str, tenant_id: UUID, options: argparse.Namespace) -> None:
    """So many a second, until the time is over; prints how many there were."""
    database = await Database.connect(url, connections=2)
    apart, done = AT_ONCE / options.events, 0
    began = due = time.perf_counter()
    try:
        while (now := time.perf_counter()) < began + options.seconds:
            if now < due:
                await asyncio.sleep(due - now)
            due += apart
            events = [RoleCreated(tenant_id, new_id(), f"Role {n}") for n in range(AT_ONCE)]
            async with database.transaction(Scope.tenant(tenant_id)) as db:
                await announce_all(db, events, by=SYSTEM)
            done += AT_ONCE
    finally:
        await database.close()
    print(f"{done / (time.perf_counter() - began):.0f}")


async def add_webhook(url: str, tenant_id: UUID) -> None:
    connection, now = await asyncpg.connect(url), datetime.now(UTC)
    try:
        await connection.execute("set role postgres")
        await copying(connection)(
            "webhooks",
            "id tenant_id display_name description url event_keys is_active is_ordered payload"
            " created_at updated_at",
            [
                (new_id(), tenant_id, "All", "", "https://127.0.0.1:9/", [KEY], True, False,
                 None, now, now)
            ],
        )  # fmt: skip
    finally:
        await connection.close()


@dataclass(slots=True)
class Turns:
    """`seconds` of each request, and how many events there were a second."""

    seconds: list[float] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)

    def at(self, share: float) -> float:
        """In milliseconds."""
        ordered = sorted(self.seconds)
        return ordered[int(len(ordered) * share)] * 1000


def ask(
    caller: Caller, seconds: float, path: str = ME, per_second: float = PER_SECOND
) -> list[float]:
    """At a steady pace; a request counts from when it was due."""
    taken: list[float] = []
    due, end = time.perf_counter(), time.perf_counter() + seconds
    while due < end:
        time.sleep(max(0.0, due - time.perf_counter()))
        caller.get(path)
        taken.append(time.perf_counter() - due)
        due += 1 / per_second
    return taken


def main() -> None:
    options = arguments()
    if options.announce:
        url, tenant = options.announce
        asyncio.run(announce(url, UUID(tenant), options))
        return
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gatehouse-events-")))
        server_cores, others = split_cores()
        cluster = Cluster(folder / "database", others)
        stack.callback(cluster.stop)
        url = cluster.database("gatehouse")
        seeded = prepare(url, people=1000)
        asyncio.run(add_webhook(url, seeded.tenant_id))
        print(f"{machine()}; {options.events:,} events a second wanted")
        gatehouse = WithoutWorker(Place(url, PORT, server_cores, folder, 1), seeded)
        stack.callback(gatehouse.server.stop)
        stack.callback(gatehouse.worker(PORT + 1, others).stop)
        caller = Caller(PORT, gatehouse.access_tokens()[0])
        ask(caller, 2)
        quiet, busy = Turns(), Turns()
        command = [sys.executable, "-m", "benchmarks.webhooks", "--seconds", str(options.seconds),
                   "--events", str(options.events), "--announce", url, str(seeded.tenant_id)]  # fmt: skip
        for turn in range(options.turns):
            say(f"turn {turn + 1}")
            quiet.seconds += ask(caller, options.seconds)
            with pinned(others):
                process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            with process:
                busy.seconds += ask(caller, options.seconds)
                assert process.stdout is not None
                busy.rates.append(float(process.stdout.read()))
        report(quiet, busy, options)


def report(quiet: Turns, busy: Turns, options: argparse.Namespace) -> None:
    print("| | events a second | p50 ms | p95 ms |\n|---|---|---|---|")
    for name, one in (("without", quiet), ("with", busy)):
        rate = sum(one.rates) / len(one.rates) if one.rates else 0.0
        print(f"| {name} events | {rate:.0f} | {one.at(0.5):.1f} | {one.at(0.95):.1f} |")
    ratio, rate = busy.at(0.5) / quiet.at(0.5), min(busy.rates)
    holds = ratio < TOUCHED and rate >= options.events * 0.95
    print(f"median latency with events : without = {ratio:.2f}: {verdict(holds=holds)}")


if __name__ == "__main__":
    main()
