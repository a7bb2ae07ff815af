"""`python -m benchmarks.first_run`: how long `make run` takes from a clone until the demo answers.

The clone is of this repository's last commit. Packages come from the caches of uv and npm, or else from the
network.
"""

import os
import subprocess
import tempfile
from pathlib import Path

from benchmarks.measure import ROOT
from benchmarks.process import cpu_seconds, machine
from benchmarks.report import revision, table
from benchmarks.server import Server

PORT = 4190
BAR = 90


def run_make(clone: Path, log: Path) -> tuple[float, float]:
    """Seconds until the demo is ready, and CPU seconds of all that ran for it."""
    server = Server.start(
        ["make", "-C", str(clone), "run"],
        port=PORT,
        cores=os.sched_getaffinity(0),
        log=log,
        environment={"GATEHOUSE_PORT": str(PORT)},
        probe="/readyz",
    )
    used = cpu_seconds(server.pid)
    server.stop()
    return server.start_seconds, used


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="gatehouse-first-run-") as name:
        folder = Path(name)
        clone = folder / "clone"
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        rows = []
        for what in ("from a clone", "again"):
            seconds, used = run_make(clone, folder / "log")
            rows.append((what, f"{seconds:.1f}", f"{used:.1f}"))
        verdict = "holds" if float(rows[0][1]) < BAR else "MISSED"
    print(f"{machine()}; revision {revision()}; load average {os.getloadavg()[0]:.1f}\n")
    print(table(("`make run`", "ready after, s", "CPU, s"), rows))
    print(f"\nBar from a clone: {BAR} s, {verdict}.")


if __name__ == "__main__":
    main()
