"""`python -m benchmarks.distance`: a sign-in and a refresh while the database is far away.

A proxy between server and database holds each message back, so that a round trip takes 0, 10 and 20 ms more.
What counts is how often a request waits for the database, and not how long a statement takes.
"""

import argparse
import asyncio
import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from multiprocessing import Process
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from benchmarks.audits import verdict
from benchmarks.contestants import LOGIN, REFRESH, Place
from benchmarks.database import Cluster
from benchmarks.measure import Sample, sample
from benchmarks.ours import Gatehouse
from benchmarks.process import machine, split_cores
from benchmarks.rounds import say
from benchmarks.seed import prepare

PORT = 4194
CONNECTIONS = 8
# Milliseconds of distance, and the bar of p99 at it.
LIMITS = {0: 40, 10: 70, 20: 110}
# Requests a second. A password takes a core more than 10 ms.
PACES = {LOGIN: 10.0, REFRESH: 50.0}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.distance", description=__doc__)
    add = parser.add_argument
    add("--people", type=int, default=10_000, help="who sign in, each seldom")
    add("--seconds", type=float, default=20, help="of each measurement")
    return parser.parse_args()


class DelayedPipe:
    """Forwards each message so many seconds later, in the order in which they came."""

    def __init__(self, socket_path: str, seconds: float) -> None:
        self._socket_path = socket_path
        self._seconds = seconds
        self._tasks = set[asyncio.Task[None]]()

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        database_reader, database_writer = await asyncio.open_unix_connection(self._socket_path)
        for source, target in ((reader, database_writer), (database_reader, writer)):
            task = asyncio.create_task(self._forward(source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _forward(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        while data := await source.read(65536):
            loop.call_later(self._seconds, target.write, data)
        loop.call_later(self._seconds, target.close)


def serve_pipe(socket_path: str, port: int, seconds: float, cores: set[int]) -> None:
    async def serve() -> None:
        pipe = DelayedPipe(socket_path, seconds)
        async with await asyncio.start_server(pipe.accept, "127.0.0.1", port) as server:
            await server.serve_forever()

    os.sched_setaffinity(0, cores)
    asyncio.run(serve())


@contextmanager
def distant(url: str, milliseconds: float, port: int, cores: set[int]) -> Iterator[str]:
    """The URL of the same database, so far away."""
    parts = urlsplit(url)
    socket_path = f"{parse_qs(parts.query)['host'][0]}/.s.PGSQL.5432"
    seconds = milliseconds / 2 / 1000
    process = Process(target=serve_pipe, args=(socket_path, port, seconds, cores), daemon=True)
    process.start()
    try:
        yield f"postgresql://postgres@127.0.0.1:{port}{parts.path}"
    finally:
        process.terminate()
        process.join()


def main() -> None:
    options = arguments()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gatehouse-bench-")))
        server_cores, load_cores = split_cores()
        cluster = Cluster(folder / "database", load_cores)
        stack.callback(cluster.stop)
        url = cluster.database("gatehouse")
        say(f"seeding {options.people:,} people")
        seeded = prepare(url, people=options.people)
        os.sched_setaffinity(0, load_cores)
        found: dict[tuple[str, int], Sample] = {}
        for number, distance in enumerate(LIMITS):
            say(f"{distance} ms")
            with distant(url, distance, PORT + 1 + number, load_cores) as through:
                place = Place(through, PORT, server_cores, folder, CONNECTIONS)
                unused = seeded.tokens[1][number * CONNECTIONS :]
                gatehouse = Gatehouse(place, replace(seeded, tokens=[seeded.tokens[0], unused]))
                try:
                    for scenario, pace in PACES.items():
                        plan = gatehouse.plan(scenario)
                        assert plan is not None
                        plan.rate = pace
                        for _ in range(2):  # the first one imports and opens connections
                            found[scenario, distance] = sample(
                                PORT, plan, server=gatehouse.server.pid, database=cluster.pid,
                                cores=server_cores | load_cores, seconds=options.seconds,
                            )  # fmt: skip
                finally:
                    gatehouse.server.stop()
    print(f"{machine()}; {PACES[LOGIN]:g} sign-ins and {PACES[REFRESH]:g} refreshes a second\n")
    print("| | distance, ms | p50, ms | p95, ms | p99, ms | bar | |\n|---|---|---|---|---|---|---|")
    for (scenario, distance), one in found.items():
        times = f"{one.p50:.1f} | {one.p95:.1f} | {one.p99:.1f}"
        limit = LIMITS[distance]
        print(
            f"| {scenario} | {distance} | {times} | {limit} | {verdict(holds=one.p99 <= limit)} |"
        )


if __name__ == "__main__":
    main()
