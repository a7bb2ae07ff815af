"""A real server process, started and ended as people and machines do it."""

import contextlib
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx

from gatehouse.kit.db.embedded import EmbeddedPostgres

GATEHOUSE = Path(sys.executable).with_name("gatehouse")
# Only a limit for a process that hangs: one that ends is noticed at once, and a busy machine starts slowly.
START_SECONDS = 300
STOP_SECONDS = 40


def free_port() -> int:
    """A free port, below those that the system gives to outgoing connections."""
    while True:
        port = 20_000 + secrets.randbelow(12_768)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def environment(**settings: str) -> dict[str, str]:
    """`env="demo"` is `GATEHOUSE_ENV=demo`. There are no others: see tests/isolation.py."""
    return os.environ | {f"GATEHOUSE_{name.upper()}": value for name, value in settings.items()}


class Server:
    """One data folder and port; the process may be started, ended and started again."""

    command = GATEHOUSE  # of which installation of the product
    folder: Path | None = None  # where the process is started

    def __init__(self, data_dir: Path, **settings: str) -> None:
        self.data_dir = data_dir
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.settings = {
            "data_dir": str(data_dir),
            "port": str(self.port),
            "public_url": self.url,
            **settings,
        }
        self.log = data_dir.with_name(f"{data_dir.name}.log")
        self.process: subprocess.Popen[bytes] | None = None

    def launch(self, *arguments: str) -> None:
        """Start and return at once."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [self.command, "serve", *arguments],
                cwd=self.folder,
                env=environment(**self.settings),
                stdout=log,
                stderr=subprocess.STDOUT,
                # A process group of its own, which Ctrl-C in a terminal would reach as a whole.
                process_group=0,
            )

    def start(self, *arguments: str) -> float:
        """Start and wait until it takes requests; the seconds that took."""
        started = time.monotonic()
        self.launch(*arguments)
        # One client for all tries: to make one takes as long as many requests, from the server that starts.
        with httpx.Client(timeout=5) as http:
            while time.monotonic() < started + START_SECONDS:
                if self.process and self.process.poll() is not None:
                    break
                with contextlib.suppress(httpx.TransportError):
                    if http.get(f"{self.url}/readyz").status_code == 200:
                        return time.monotonic() - started
                time.sleep(0.02)
        raise AssertionError(f"the server does not start:\n{self.log.read_text()}")

    def interrupt(self) -> int:
        """Ctrl-C in the terminal; the exit code."""
        return self._end(signal.SIGINT, whole_group=True)

    def terminate(self) -> int:
        """What service managers send; the exit code."""
        return self._end(signal.SIGTERM, whole_group=False)

    def kill(self) -> None:
        """As the system does when memory runs out: nothing can be tidied up."""
        self._end(signal.SIGKILL, whole_group=True)

    def kill_database(self) -> None:
        """The embedded database too, as when the machine loses power."""
        pid = self.database_pid()
        if pid:
            os.kill(pid, signal.SIGKILL)
            wait_until_gone(pid)

    def database_pid(self) -> int | None:
        """The embedded database's process; None when it does not run."""
        try:
            lines = (self.data_dir / "postgres" / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return None
        return int(lines[0]) if lines and is_alive(int(lines[0])) else None

    @property
    def database_url(self) -> str:
        return f"postgresql://postgres@/postgres?host={EmbeddedPostgres(self.data_dir).sockets}"

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def clean_up(self) -> None:
        """Leave nothing running, whatever a test did."""
        if self.is_running:
            self.kill()
        self.kill_database()

    def _end(self, number: signal.Signals, *, whole_group: bool) -> int:
        assert self.process is not None
        (os.killpg if whole_group else os.kill)(self.process.pid, number)
        return self.process.wait(STOP_SECONDS)


def is_alive(pid: int) -> bool:
    """False for a zombie too: its parent alone still knows it."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def wait_until_gone(pid: int, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while is_alive(pid):
        assert time.monotonic() < end, f"process {pid} is still there"
        time.sleep(0.02)
