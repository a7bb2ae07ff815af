"""`python -m benchmarks.upgrade --old COMMAND`: processes are replaced one by one under load, and back again.

Callers write all the time, as through a proxy that asks the next process where no server listens. First each
process of the old version is replaced by one of the new, the first of which migrates the schema; then each by
the old again. Each has a worker of its own. Afterwards everything that was acknowledged is looked for.
"""

import argparse
import asyncio
import shlex
import tempfile
from contextlib import ExitStack
from pathlib import Path

from benchmarks.fleet import Fleet
from benchmarks.outcome import outcome
from benchmarks.process import machine
from benchmarks.standby import Server, alone
from benchmarks.writers import Writers

FIRST_PORT = 8310
BETWEEN_SECONDS = 2


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.upgrade", description=__doc__)
    parser.add_argument("--old", type=shlex.split, required=True, help="the version before")
    parser.add_argument("--new", type=shlex.split, default=[".venv/bin/gatehouse"])
    parser.add_argument("--writers", type=int, default=8)
    return parser.parse_args()


async def under_load(options: argparse.Namespace, fleet: Fleet, writers: Writers) -> None:
    done = asyncio.Event()
    load = asyncio.create_task(writers.run(options.writers, done))
    for program in (options.new, options.old):
        for number in range(fleet.size):
            await asyncio.sleep(BETWEEN_SECONDS)
            await asyncio.to_thread(fleet.replace, number, program)
        await asyncio.sleep(BETWEEN_SECONDS)
        print(f"{shlex.join(program)}: {len(writers.times)} writes, refused {writers.kinds()}")
    done.set()
    await load


def main() -> None:
    options = arguments()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gatehouse-upgrade-")))
        database: Server = alone(folder, FIRST_PORT)
        stack.callback(database.stop, "immediate")
        fleet = Fleet(folder, database.url, FIRST_PORT + 2, own_worker=False)
        stack.callback(fleet.stop)
        fleet.start(options.old)
        writers = Writers(fleet.urls)
        print(
            f"{machine()}; {fleet.size} web processes with a worker each, {options.writers} writers"
        )
        asyncio.run(under_load(options, fleet, writers))
        print(f"longest time without an acknowledged write: {writers.longest_pause():.1f} s")
        print("\n".join(asyncio.run(outcome(database.url, writers, folder))))


if __name__ == "__main__":
    main()
