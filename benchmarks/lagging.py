"""`python -m benchmarks.lagging`: what a standby takes off the primary where people look at lists.

A primary with its standby, and one web process that may read there. Each list is asked as a page of the
console asks, and as a program does, which the primary answers: beside the latency stands the CPU time of a
call on either, which depends less on what else the machine does.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from benchmarks import audit_rows
from benchmarks.audits import WARM_UP, Caller, asked
from benchmarks.console_lists import ASKED, SECRET, count_finished_days, credential
from benchmarks.process import cpu_seconds, machine
from benchmarks.rounds import say
from benchmarks.seed import prepare
from benchmarks.server import Server
from benchmarks.standby import pair
from benchmarks.tenants import add_tenants

FIRST_PORT = 8310
PAGE = {"sec-fetch-site": "same-origin", "cookie": "any=1"}
SETTLED_SECONDS = 3  # the standby is in use


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lagging", description=__doc__)
    add = parser.add_argument
    add("--people", type=int, default=20_000, help="of the large account")
    add("--tenants", type=int, default=2_000, help="accounts beside it")
    add("--rows", type=int, default=200_000, help="entries in the log of the large account")
    add("--requests", type=int, default=100, help="of each kind")
    parser.set_defaults(months=12)
    return parser.parse_args()


class Visitor(Caller):
    def __init__(self, port: int, token: str, headers: dict[str, str]) -> None:
        super().__init__(port, token)
        self._headers |= headers


def report(name: str, path: str, callers: list[Caller], count: int, pids: list[int]) -> None:
    """Milliseconds of CPU for each call, of the primary and of the standby."""
    cells = []
    for caller in callers:
        used = [cpu_seconds(pid) for pid in pids]
        one = asked(caller, name, path, count)
        spent = [
            (cpu_seconds(pid) - before) * 1000 / (count + WARM_UP)
            for pid, before in zip(pids, used, strict=True)
        ]
        cells += [f"{one.at(0.5):.1f}", ", ".join(f"{each:.2f}" for each in spent)]
    print(f"| {name} | {' | '.join(cells)} |", flush=True)


def main() -> None:
    options = arguments()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gatehouse-lagging-")))
        primary, standby = pair(folder, (FIRST_PORT, FIRST_PORT + 1))
        stack.callback(primary.stop, "immediate")
        stack.callback(standby.stop, "immediate")
        say(f"{options.people:,} people, {options.tenants:,} accounts, {options.rows:,} entries")
        seeded = prepare(primary.url, people=options.people)
        add_tenants(primary.url, options.tenants)
        few = argparse.Namespace(**{**vars(options), "tenants": 100})
        audit_rows.fill(primary.url, seeded.tenant_id, few)
        asyncio.run(count_finished_days(primary.url))
        client_id = asyncio.run(credential(primary.url))
        port = FIRST_PORT + 2
        server = Server.start(
            [str(Path(sys.executable).with_name("gatehouse")), "serve", "--no-worker", "--port", str(port)],
            port=port,
            cores=os.sched_getaffinity(0),
            log=folder / "web.log",
            environment={
                "GATEHOUSE_ENV": "development",
                "GATEHOUSE_DATABASE_URL": primary.url,
                "GATEHOUSE_DATABASE_STANDBY_URL": standby.url,
                "GATEHOUSE_DATA_DIR": str(folder / "gatehouse"),
                "GATEHOUSE_PUBLIC_URL": f"http://127.0.0.1:{port}",
                "GATEHOUSE_LOG_LEVEL": "warning",
            },
            probe="/readyz",
        )  # fmt: skip
        stack.callback(server.stop)
        time.sleep(SETTLED_SECONDS)
        body = {"clientId": str(client_id), "secret": SECRET}
        token = server.post("/auth/vendor", body, {})["token"]
        callers: list[Caller] = [Visitor(port, token, {}), Visitor(port, token, PAGE)]
        print(f"{machine()}; {options.people:,} people, {options.rows:,} entries")
        print(
            "| call | primary alone: p50 ms | CPU of primary, standby (ms) | with the standby: p50 ms"
            " | CPU of primary, standby (ms) |\n|---|---|---|---|---|"
        )
        pids = [primary.pid(), standby.pid()]
        for name, path in ASKED.items():
            if name != "connections of an account":  # which is no list that may lag
                report(name, path.format(large=seeded.tenant_id), callers, options.requests, pids)


if __name__ == "__main__":
    main()
