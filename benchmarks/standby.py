"""A PostgreSQL primary and a streaming standby that it waits for, from Debian's packages."""

import os
import pwd
import signal
import subprocess
import time
from pathlib import Path

from benchmarks.process import PROC

PROGRAMS = Path("/usr/lib/postgresql/15/bin")
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "200",
    "shared_buffers": "128MB",
    "wal_level": "replica",
    "hot_standby": "on",
    "wal_receiver_timeout": "5s",
}


class Server:
    """A cluster in a folder of its own, run by the system's user for it when we are root."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.port = port
        self.url = f"postgresql://postgres@127.0.0.1:{port}/postgres"

    def initialize(self) -> None:
        _run("initdb", "-D", self.folder, "-U", "postgres", "--auth=trust", "--encoding=UTF8",
             "--locale=C.UTF-8")  # fmt: skip

    def copy(self, primary: "Server") -> None:
        """As a standby of it."""
        _run("pg_basebackup", "-D", self.folder, "-R", "-X", "stream", "-c", "fast",
             "-d", f"host=127.0.0.1 port={primary.port} user=postgres")  # fmt: skip

    def start(self, **settings: str) -> None:
        given = {**SETTINGS, "port": str(self.port), **settings}
        options = " ".join(f"-c {name}='{value}'" for name, value in given.items())
        _run("pg_ctl", "-D", self.folder, "-l", f"{self.folder}.log", "-w", "-o", options, "start")

    def promote(self) -> None:
        """Returns when it takes writes."""
        _run("pg_ctl", "-D", self.folder, "-w", "promote")

    def kill(self) -> None:
        """As when the machine loses power: no goodbye to anybody."""
        main = self.pid()
        others = [int(pid) for pid in _children(main)]
        for pid in [main, *others]:
            os.kill(pid, signal.SIGKILL)

    def stop(self, how: str = "fast") -> None:
        if self.pid():
            _run("pg_ctl", "-D", self.folder, "-w", "-m", how, "stop", fails=False)

    def pid(self) -> int:
        """0 where none runs."""
        try:
            pid = int((self.folder / "postmaster.pid").read_text().split()[0])
        except OSError:
            return 0
        return pid if (PROC / str(pid)).exists() else 0


def _children(pid: int) -> list[str]:
    return (PROC / str(pid) / "task" / str(pid) / "children").read_text().split()


def _run(program: str, *arguments: object, fails: bool = True) -> None:
    is_root = os.geteuid() == 0
    user = pwd.getpwnam("postgres") if is_root else None
    with subprocess.Popen(
        [str(PROGRAMS / program), *map(str, arguments)],
        # A file would be inherited by the server as well, and no process waits for its end.
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        user=user.pw_uid if user else None,
        group=user.pw_gid if user else None,
        extra_groups=[] if user else None,
        cwd="/",
        start_new_session=True,
    ) as process:
        status = process.wait(120)
    if status and fails:
        raise SystemExit(f"{program} ended with {status}; the log is beside the cluster")


def alone(folder: Path, port: int) -> Server:
    """One that runs."""
    server = Server(_owned(folder) / "first", port)
    server.initialize()
    server.start()
    return server


def _owned(folder: Path) -> Path:
    """A folder in it that belongs to the user who runs the databases."""
    owned = folder / "clusters"
    owned.mkdir()
    if os.geteuid() == 0:
        folder.chmod(0o711)
        user = pwd.getpwnam("postgres")
        os.chown(owned, user.pw_uid, user.pw_gid)
    return owned


def pair(folder: Path, ports: tuple[int, int]) -> tuple[Server, Server]:
    """Both run; a commit is acknowledged when both have it."""
    primary = alone(folder, ports[0])
    standby = Server(primary.folder.with_name("second"), ports[1])
    standby.copy(primary)
    standby.start()
    # Said at its start, so that the standby does not have it from the copy: alone it waits for no replica.
    primary.stop()
    primary.start(synchronous_standby_names="*")
    time.sleep(1)
    return primary, standby
