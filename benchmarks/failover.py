"""`python -m benchmarks.failover`: the primary dies under load, the standby takes over.

Three web processes and a worker are given both databases in one address. Callers write all the time; the
primary is killed with all it has, the standby promoted at once, so what is measured is the product and
PostgreSQL, and not the tool that notices. Afterwards everything that was acknowledged is looked for.
"""

import argparse
import asyncio
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from benchmarks.fleet import WEB, Fleet
from benchmarks.outcome import outcome
from benchmarks.process import machine
from benchmarks.standby import Server, pair
from benchmarks.writers import Writers

FIRST_PORT = 8310


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.failover", description=__doc__)
    parser.add_argument("--writers", type=int, default=12)
    parser.add_argument("--before", type=float, default=15, help="seconds of load")
    parser.add_argument("--after", type=float, default=30, help="seconds of load")
    parser.add_argument("--planned", action="store_true", help="the primary is stopped, not killed")
    parser.add_argument("--gatehouse", type=Path, default=Path(".venv/bin/gatehouse"))
    return parser.parse_args()


async def under_load(
    options: argparse.Namespace, writers: Writers, primary: Server, standby: Server
) -> tuple[float, float]:
    """When the primary ended, and how long PostgreSQL took to promote the standby."""
    done = asyncio.Event()
    load = asyncio.create_task(writers.run(options.writers, done))
    await asyncio.sleep(options.before)
    ended = time.monotonic()
    if options.planned:
        await asyncio.to_thread(primary.stop)
    else:
        primary.kill()
    began = time.monotonic()
    await asyncio.to_thread(standby.promote)
    promoted = time.monotonic() - began
    await asyncio.sleep(options.after)
    done.set()
    await load
    return ended, promoted


def main() -> None:
    options = arguments()
    with ExitStack() as stack:
        folder = Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="gatehouse-failover-"))
        )
        primary, standby = pair(folder, (FIRST_PORT, FIRST_PORT + 1))
        stack.callback(standby.stop, "immediate")
        stack.callback(primary.stop, "immediate")
        hosts = f"127.0.0.1:{primary.port},127.0.0.1:{standby.port}"
        fleet = Fleet(
            folder, f"postgresql://postgres@{hosts}/postgres", FIRST_PORT + 2, own_worker=True
        )
        stack.callback(fleet.stop)
        fleet.start([str(options.gatehouse)])
        writers = Writers(fleet.urls)
        ended, promoted = asyncio.run(under_load(options, writers, primary, standby))
        first, last = writers.refused(ended)
        rate = len([at for at in writers.times if at < ended]) / options.before
        print(f"{machine()}; {WEB} web processes, a worker, {options.writers} writers")
        print(f"before: {rate:.0f} acknowledged writes a second")
        print(f"{'planned' if options.planned else 'killed'}; promoted in {promoted:.1f} s")
        print(f"refusals: {writers.kinds()}, from {first:.1f} s to {last:.1f} s after the end")
        print(f"longest time without an acknowledged write: {writers.longest_pause():.1f} s")
        print("\n".join(asyncio.run(outcome(standby.url, writers, folder))))


if __name__ == "__main__":
    main()
