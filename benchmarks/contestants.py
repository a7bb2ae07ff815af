"""Who takes part: how each is started, and which requests each scenario means for it."""

import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.plan import Plan
from benchmarks.process import resident_megabytes
from benchmarks.server import Server

LOGIN = "login"
REFRESH = "refresh"
ME = "me"
USERS = "users"
LICENSES = "licenses"
VALIDATE = "validate a license"  # as licensed tools ask, with their key
HEARTBEAT = "heartbeat of a seat"
CLIENT_CREDENTIALS = "client credentials"
CODE = "code"  # asked for by a browser, and exchanged: two requests
INTROSPECTION = "introspection"
STARTS = 3
IDLE_SECONDS = 5.0
SCENARIOS = (
    LOGIN, REFRESH, CLIENT_CREDENTIALS, CODE, INTROSPECTION, ME, USERS, LICENSES, VALIDATE, HEARTBEAT,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Place:
    """Where a contestant runs: its database, port, core, and how many connections load it."""

    database_url: str
    port: int
    cores: set[int]
    folder: Path
    connections: int

    def log(self, name: str) -> Path:
        return self.folder / f"{name}.log"


class Contestant(ABC):
    """One server of the comparison. `plan` gives None for what it does not do."""

    name: str

    def __init__(self, place: Place) -> None:
        self.place = place
        # The first start also fills the file cache and makes keys; the median is a usual one.
        starts = []
        for _ in range(STARTS - 1):
            server = self.start()
            starts.append(server.start_seconds)
            server.stop()
        self.server = self.start()
        self.start_seconds = median([*starts, self.server.start_seconds])
        self.idle_megabytes = self.measure_memory()
        self._plans: dict[str, Plan | None] = {}

    @abstractmethod
    def start(self) -> Server: ...

    def measure_memory(self) -> float:
        """When what a server imports or opens after its start is there, too."""
        time.sleep(IDLE_SECONDS)
        return resident_megabytes(self.server.pid)

    @abstractmethod
    def make_plan(self, scenario: str) -> Plan | None: ...

    def plan(self, scenario: str) -> Plan | None:
        """The same plan each round: its refresh tokens go on where the last round ended."""
        if scenario not in self._plans:
            self._plans[scenario] = self.make_plan(scenario)
        return self._plans[scenario]
