"""Starting and ending one server under test, and timing its start."""

import http.client
import json
import os
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from benchmarks.process import pinned

START_SECONDS = 600.0
# An installed program is compiled and stays so, whatever this machine's developer prefers.
SURROUNDINGS = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


class NotStarted(Exception):
    """The server ended, or did not answer in time; the message is its last output."""


@dataclass(slots=True)
class Server:
    """A running server; `ready` is what it said of itself, `start_seconds` how long it took."""

    port: int
    process: subprocess.Popen[str]
    start_seconds: float = 0.0
    ready: dict[str, Any] = field(default_factory=dict)

    @property
    def pid(self) -> int:
        return self.process.pid

    @classmethod
    def start(
        cls,
        command: list[str],
        *,
        port: int,
        cores: set[int],
        log: Path,
        environment: Mapping[str, str] | None = None,
        probe: str | None = None,
    ) -> Self:
        """Run the command on these cores until `probe` answers 200, or without a probe until it
        writes a line of JSON."""
        began = time.perf_counter()
        with pinned(cores), log.open("w") as errors:
            process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE if probe is None else errors,
                stderr=errors,
                text=True,
                env={**SURROUNDINGS, **(environment or {})},
            )
        server = cls(port, process)
        try:
            if probe:
                server.wait_for(probe, began + START_SECONDS)
            else:
                server.ready = server.first_line()
        except NotStarted as error:
            server.stop()
            raise NotStarted(f"{' '.join(command)}: {error}\n{log.read_text()[-2000:]}") from None
        seeding = server.ready.get("seededMs", 0) / 1000
        server.start_seconds = time.perf_counter() - began - seeding
        return server

    def wait_for(self, path: str, end: float) -> None:
        while time.perf_counter() < end:
            if self.process.poll() is not None:
                raise NotStarted(f"ended with {self.process.returncode}")
            if self.get(path) == 200:
                return
            time.sleep(0.005)
        raise NotStarted(f"{path} does not answer")

    def get(self, path: str) -> int:
        """The status of an answer; 0 while no server listens."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        except OSError:
            return 0
        finally:
            connection.close()

    def first_line(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise NotStarted("ended without a word")
        said: dict[str, Any] = json.loads(line)
        return said

    def post(
        self, path: str, body: Mapping[str, str], headers: Mapping[str, str]
    ) -> dict[str, Any]:
        """The answer, for what a plan needs before the load begins."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            all_headers = {"Content-Type": "application/json", **headers}
            connection.request("POST", path, json.dumps(body), all_headers)
            answer = connection.getresponse()
            content = answer.read()
            if answer.status >= 300:
                raise NotStarted(f"POST {path}: {answer.status} {content[:500]!r}")
            said: dict[str, Any] = json.loads(content)
            return said
        finally:
            connection.close()

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()
