"""Web processes and a worker on one database, as an operator runs them; or a worker in each web process."""

import os
from pathlib import Path

from benchmarks.server import Server

WEB = 3


class Fleet:
    """`urls` are those of the web processes. A worker of its own comes last."""

    def __init__(
        self, folder: Path, database_url: str, first_port: int, *, own_worker: bool
    ) -> None:
        self._folder = folder
        self.size = WEB + 1 if own_worker else WEB
        self._web = ["serve", *(["--no-worker"] if own_worker else []), "--port"]
        self._ports = [first_port + number for number in range(self.size)]
        self._running: dict[int, Server] = {}
        self._environment = {
            "GATEHOUSE_ENV": "demo",
            "GATEHOUSE_DATA_DIR": str(folder / "data"),
            "GATEHOUSE_DATABASE_URL": database_url,
            # One address for all: else each takes its own for its name, and no token of another.
            "GATEHOUSE_PUBLIC_URL": f"http://127.0.0.1:{first_port}",
            "GATEHOUSE_LOG_LEVEL": "warning",
        }

    @property
    def urls(self) -> list[str]:
        return [f"http://127.0.0.1:{port}" for port in self._ports[:WEB]]

    @property
    def first(self) -> Server:
        return self._running[self._ports[0]]

    def start(self, program: list[str]) -> None:
        for number in range(self.size):
            self.replace(number, program)

    def replace(self, number: int, program: list[str]) -> None:
        """Ends the one that runs, as service managers do, and waits until the next is ready."""
        port = self._ports[number]
        if running := self._running.pop(port, None):
            running.stop()
        what = ["worker", "--probes"] if number == WEB else self._web
        self._running[port] = Server.start(
            [*program, *what, str(port)],
            port=port,
            cores=os.sched_getaffinity(0),
            log=self._folder / f"process-{port}.log",
            environment=self._environment,
            probe="/readyz",
        )

    def stop(self) -> None:
        for running in self._running.values():
            running.stop()
