"""The load generator: its own process, on the core that the server does not use.

Reads a job as JSON from standard input, writes the outcome as JSON to standard output. The CPU time
of the server is read at both ends of the measured window, by the process that counts the requests,
so that both mean the same moment.
"""

import asyncio
import json
import re
import sys
import time
from typing import Any

import uvloop

from benchmarks.connection import Connection
from benchmarks.plan import Plan
from benchmarks.process import busy_seconds, cpu_seconds

DRAIN_SECONDS = 5.0


async def run(job: dict[str, Any]) -> dict[str, Any]:
    plan = Plan.from_json(job["plan"])
    latencies: list[float] = []
    counting = False

    def report(seconds: float) -> None:
        if counting:
            latencies.append(seconds)

    capture = re.compile(plan.capture.encode()) if plan.capture else None
    loop = asyncio.get_running_loop()
    connections: list[Connection] = []
    for index, requests in enumerate(plan.streams):
        token = plan.tokens[index] if plan.tokens else ""
        connection = Connection(requests, f"127.0.0.1:{job['port']}", capture, token, report)
        # The factory is called before the next turn of the loop, so it may close over the name.
        await loop.create_connection(lambda: connection, "127.0.0.1", job["port"])  # noqa: B023
        connections.append(connection)

    count = len(connections)
    interval = count / plan.rate if plan.rate else 0.0
    for index, connection in enumerate(connections):
        connection.start(interval, interval * index / count)
    await asyncio.sleep(job["warm_up"])

    cores = set(job["cores"])
    own, busy = time.process_time(), busy_seconds(cores)
    used = [cpu_seconds(pid) for pid in job["pids"]]
    began, counting = time.perf_counter(), True
    await asyncio.sleep(job["seconds"])
    seconds, counting = time.perf_counter() - began, False
    used = [cpu_seconds(pid) - before for pid, before in zip(job["pids"], used, strict=True)]
    own, busy = time.process_time() - own, busy_seconds(cores) - busy

    await drain(connections)
    return {
        "latencies": latencies,
        "seconds": seconds,
        "cpu": used,
        "load_cpu": own,
        "busy": busy,
        "cores": len(cores),
        "tokens": [connection.token for connection in connections],
        "failure": next((c.failure for c in connections if c.failure), ""),
    }


async def drain(connections: list[Connection]) -> None:
    """Let every answer arrive: a rotated token that the client never received would end its session."""
    for connection in connections:
        connection.stopped = True
    end = time.perf_counter() + DRAIN_SECONDS
    # Polling: an event would cost a little in each measured exchange.
    for connection in connections:
        while connection.busy and not connection.failure and time.perf_counter() < end:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
    for connection in connections:
        connection.transport.close()


def main() -> None:
    outcome = uvloop.run(run(json.load(sys.stdin)))
    json.dump(outcome, sys.stdout)


if __name__ == "__main__":
    main()
