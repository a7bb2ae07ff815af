"""What the kernel knows of a process and its children: CPU time, memory, cores."""

import os
import platform
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gatehouse.kit.interpreter import describe_build

TICKS = os.sysconf("SC_CLK_TCK")
PROC = Path("/proc")


def tree(pid: int) -> list[int]:
    """The process and everything below it, as far as it still lives."""
    found, waiting = [], [pid]
    while waiting:
        current = waiting.pop()
        try:
            threads = list((PROC / str(current) / "task").iterdir())
            children = [(thread / "children").read_text() for thread in threads]
        except OSError:
            continue
        found.append(current)
        waiting.extend(int(child) for line in children for child in line.split())
    return found


def cpu_seconds(pid: int) -> float:
    """CPU time used so far by the process and its children, with threads and children that have ended. Of
    PostgreSQL's first process: all of PostgreSQL."""
    used = 0.0
    for member in tree(pid):
        try:
            stat = (PROC / str(member) / "stat").read_text()
            used += time.clock_gettime(cpu_clock(member))
        except OSError:
            continue
        # The name in brackets may hold spaces; cutime is the fourteenth field after it.
        used += sum(int(field) for field in stat.rpartition(")")[2].split()[13:15]) / TICKS
    return used


def cpu_clock(pid: int) -> int:
    """The number of a process's CPU clock, as clock_getcpuclockid(3) makes it."""
    return ~pid << 3 | 2


def busy_seconds(cores: set[int]) -> float:
    """Time in which these cores did not idle, whatever used them."""
    wanted = {f"cpu{core}" for core in cores}
    ticks = 0
    for line in (PROC / "stat").read_text().splitlines():
        name, *fields = line.split()
        if name in wanted:
            user, nice, system, _idle, _waiting, *interrupts = map(int, fields[:8])
            ticks += user + nice + system + sum(interrupts)
    return ticks / TICKS


def resident_megabytes(pid: int) -> float:
    """Resident memory of the process and its children; shared pages count in each."""
    total = 0
    for member in tree(pid):
        for line in (PROC / str(member) / "status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                total += int(line.split()[1])
    return total / 1024


def proportional_megabytes(pid: int) -> float:
    """Memory of the process and its children; a page that several share counts once."""
    total = 0
    for member in tree(pid):
        for line in (PROC / str(member) / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1])
    return total / 1024


def pin(pid: int, cores: set[int]) -> None:
    """Hold a running process, its threads and its children on these cores."""
    for member in tree(pid):
        for thread in (PROC / str(member) / "task").iterdir():
            os.sched_setaffinity(int(thread.name), cores)


@contextmanager
def pinned(cores: set[int]) -> Iterator[None]:
    """Hold this thread on these cores; a process started meanwhile inherits them."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def split_cores() -> tuple[set[int], set[int]]:
    """One core for the server under test, the others for load and database."""
    first, *others = sorted(os.sched_getaffinity(0))
    if not others:
        raise SystemExit("Two cores are needed: one for the server, one for load and database.")
    return {first}, set(others[:1])


def machine() -> str:
    """Cores, processor and interpreter, for the head of a result."""
    models = {
        line.partition(":")[2].strip()
        for line in (PROC / "cpuinfo").read_text().splitlines()
        if line.startswith("model name")
    }
    release = os.uname()
    python = f"Python {platform.python_version()}, {describe_build()}"
    return f"{os.cpu_count()} cores, {', '.join(models) or release.machine}, {release.sysname}; {python}"
