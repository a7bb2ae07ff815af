"""Runs CPU-bound work that holds the interpreter lock in separate processes.

A thread would not do: it would block all other work while it computes, and cannot be stopped. These processes
start when they are first needed, load only the module of their work, get no secrets, and end with the server.
The queue is bounded: work beyond it is refused.

One line of JSON goes in, one comes out. The module's last lines are
`if __name__ == "__main__": serve(function)`, with `serve` of `kit/subprocess_worker.py`.
"""

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE, Process
from dataclasses import dataclass
from typing import Any

import orjson

from gatehouse.kit.db.held_connections import check_no_connection_held
from gatehouse.kit.errors import TooManyRequests
from gatehouse.kit.logs import get_logger

log = get_logger()

LONGEST_LINE = 8 * 1024 * 1024  # bytes
INHERITED = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "LANG")


@dataclass(frozen=True, slots=True)
class SubprocessWork:
    """`module` serves it. At most `at_once` run and `waiting` queue; each may take `seconds`."""

    module: str
    at_once: int
    waiting: int
    seconds: float


class Overloaded(TooManyRequests):
    code = "server.overloaded"

    def __init__(self) -> None:
        text = "Too many people want this at once. Try again in a moment."
        super().__init__(text, headers={"retry-after": "2"})


class SubprocessPool:
    """The processes of one kind of work."""

    def __init__(self, work: SubprocessWork) -> None:
        self._work = work
        self._inside = 0
        self._turns = asyncio.Semaphore(work.at_once)
        self._idle: list[Process] = []

    async def run(self, arguments: dict[str, Any]) -> Any:
        if self._inside >= self._work.at_once + self._work.waiting:
            raise Overloaded
        self._inside += 1
        try:
            async with self._turns:
                return await self._run_on_process(orjson.dumps(arguments) + b"\n")
        finally:
            self._inside -= 1

    async def _run_on_process(self, line: bytes) -> Any:
        process = self._idle.pop() if self._idle else await self._start_process()
        try:
            async with asyncio.timeout(self._work.seconds):
                answer = await _exchange_line(process, line)
        except BaseException:
            _kill_process(process)
            raise
        if not answer.endswith(b"\n"):
            _kill_process(process)
            log.warning("a process ended in the middle of its work", module=self._work.module)
            raise Overloaded
        self._idle.append(process)
        return orjson.loads(answer)

    async def _start_process(self) -> Process:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", self._work.module,
            stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE,
            env={name: os.environ[name] for name in INHERITED if name in os.environ},
            start_new_session=True,  # an interrupt at the keyboard is ours to answer
        )  # fmt: skip

    async def close(self) -> None:
        for process in self._idle:
            _kill_process(process)
            await process.wait()


class SubprocessPools:
    """One bench for each kind of work that was asked for."""

    def __init__(self) -> None:
        self._benches: dict[SubprocessWork, SubprocessPool] = {}

    async def run(self, work: SubprocessWork, **arguments: Any) -> Any:
        """What the module's function answers; `Overloaded`; `TimeoutError` when it took too long."""
        check_no_connection_held(work.module)
        bench = self._benches.get(work)
        if bench is None:
            bench = self._benches[work] = SubprocessPool(work)
        return await bench.run(arguments)

    async def close(self) -> None:
        for bench in self._benches.values():
            await bench.close()


async def _exchange_line(process: Process, line: bytes) -> bytes:
    """Its answer; cut off, or nothing, when it ended before it gave one."""
    assert process.stdin is not None  # noqa: S101  both are pipes
    assert process.stdout is not None  # noqa: S101
    try:
        process.stdin.write(line)
        await process.stdin.drain()
    except ConnectionError:
        return b""
    return await process.stdout.readline()


def _kill_process(process: Process) -> None:
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
