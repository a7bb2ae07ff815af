"""Who takes part: how each is started, and which requests each scenario means for it."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path

from benchmarks.plan import Plan
from benchmarks.server import Server

LOGIN = "login"
REFRESH = "refresh"
ME = "me"
USERS = "users"
LICENSES = "licenses"
CLIENT_CREDENTIALS = "client credentials"
SCENARIOS = (LOGIN, REFRESH, CLIENT_CREDENTIALS, ME, USERS, LICENSES)


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
        self.server = self.start()
        self._plans: dict[str, Plan | None] = {}

    @abstractmethod
    def start(self) -> Server: ...

    @abstractmethod
    def make_plan(self, scenario: str) -> Plan | None: ...

    def plan(self, scenario: str) -> Plan | None:
        """The same plan each round: its refresh tokens go on where the last round ended."""
        if scenario not in self._plans:
            self._plans[scenario] = self.make_plan(scenario)
        return self._plans[scenario]
