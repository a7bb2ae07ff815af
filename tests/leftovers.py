"""Finds and ends processes that a run of the tests started and left behind.

tests/leftovers.py VARIABLE VALUE    ends those that inherited this environment variable, and prints them
"""

import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

END_SECONDS = 10.0


def end_processes(variable: str, value: str) -> list[str]:
    """End those that inherited this environment variable; what they were."""
    found = processes_with(variable, value)
    ended = [f"{pid} ({command_of(pid)})" for pid in found]
    for number in (signal.SIGINT, signal.SIGKILL):  # the first is an orderly end of PostgreSQL
        for pid in found:
            send_signal(pid, number)
        end = time.monotonic() + END_SECONDS
        while (found := processes_with(variable, value)) and time.monotonic() < end:
            time.sleep(0.05)
    return ended


def processes_with(variable: str, value: str) -> list[int]:
    """All but this one. Only Linux shows the environment of a process."""
    setting = f"{variable}={value}".encode()
    return [
        int(process.name)
        for process in Path("/proc").glob("[0-9]*")
        if int(process.name) != os.getpid() and setting in read(process / "environ").split(b"\0")
    ]


def command_of(pid: int) -> str:
    return (
        read(Path(f"/proc/{pid}/cmdline"))
        .replace(b"\0", b" ")
        .decode(errors="replace")
        .strip()[:120]
    )


def read(file: Path) -> bytes:
    """Empty when the process has ended or belongs to another user."""
    try:
        return file.read_bytes()
    except OSError:
        return b""


def send_signal(pid: int, number: signal.Signals) -> None:
    with suppress(OSError):
        os.kill(pid, number)


if __name__ == "__main__":
    for process in end_processes(*sys.argv[1:]):
        print(f"Ended process {process}, which the tests left running")  # noqa: T201
