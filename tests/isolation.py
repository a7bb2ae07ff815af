"""Isolates a run from the shell that starts it, and from every server that it did not start.

Settings of a developer's shell, a `gatehouse.toml` in the checkout, a proxy, or a server that happens to
listen on a usual port must neither help a test nor be touched by one.
"""

import os
import shutil
import socket
import sys
import tempfile
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest

from tests.leftovers import end_processes
from tests.process.server import is_alive

SETTINGS = ("GATEHOUSE_", "PG")  # of the product, and of every PostgreSQL client
PROXIES = {"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"}
# Certificate authorities of the shell. Every client would read them again: see tests/authorities.py.
AUTHORITIES = {"SSL_CERT_FILE", "SSL_CERT_DIR", "SSLKEYLOGFILE"}

FOLDER = "gatehouse-tests-"  # followed by the process id of the run
LONGEST_FOLDER = 50  # a socket in it has an address of at most 107 bytes
TEMPORARY = "PYTEST_DEBUG_TEMPROOT"  # where pytest makes the folders of temporary files

own_ports: set[int] = set()


class ForeignServer(ConnectionRefusedError):
    """Raised instead of a connection, as if no server listened there."""


def clear_environment() -> None:
    for name in list(os.environ):
        if name.upper().startswith(SETTINGS) or name.upper() in PROXIES | AUTHORITIES:
            del os.environ[name]
    # Without bytecode on disk, each process that a test starts would compile the program again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def pytest_configure(config: pytest.Config) -> None:
    runs_tests = hasattr(config, "workerinput") or not config.getoption("numprocesses", None)
    if not hasattr(config, "workerinput"):
        # Another run of the same user changes the rights of the folder that is usually shared.
        clean_up_ended_runs()
        os.environ[TEMPORARY] = tempfile.mkdtemp(prefix=f"{FOLDER}{os.getpid()}-")
        if len(os.environ[TEMPORARY]) <= LONGEST_FOLDER:
            # Sockets of databases and profiles of browsers are then removed with the folder of the run.
            os.environ["TMPDIR"] = tempfile.tempdir = os.environ[TEMPORARY]
    if runs_tests:
        os.chdir(tempfile.mkdtemp(prefix="empty-", dir=os.environ[TEMPORARY]))
        guard_sockets()


def clean_up_ended_runs() -> None:
    """A run that failed or was killed leaves a database of some gigabytes, or even a server that runs."""
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER}*"):
        process = folder.name.removeprefix(FOLDER).partition("-")[0]
        if not (process.isdecimal() and is_alive(int(process))):
            end_processes(TEMPORARY, str(folder))
            shutil.rmtree(folder, ignore_errors=True)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Remove the files of a run that passed. Those of a failed run stay until the next run starts."""
    if not hasattr(session.config, "workerinput") and exitstatus == 0:
        session.config.add_cleanup(lambda: shutil.rmtree(os.environ[TEMPORARY], ignore_errors=True))


def guard_sockets() -> None:
    """Allow connections only to ports of this machine that this process has bound before, for a server of its
    own or to reserve the port for a process that it starts. Names of other machines are not resolved."""
    bind, connect, connect_ex = socket.socket.bind, socket.socket.connect, socket.socket.connect_ex
    resolve = socket.getaddrinfo

    def guarded_bind(self: socket.socket, address: Any) -> None:
        bind(self, address)
        if self.family in (socket.AF_INET, socket.AF_INET6):
            own_ports.add(self.getsockname()[1])

    def guarded_connect(self: socket.socket, address: Any) -> None:
        refuse_foreign(self.family, address)
        connect(self, address)

    def guarded_connect_ex(self: socket.socket, address: Any) -> int:
        refuse_foreign(self.family, address)
        return connect_ex(self, address)

    def guarded_resolve(host: Any, *arguments: Any, **named: Any) -> Any:
        if host and not is_loopback(host):
            raise socket.gaierror(socket.EAI_NONAME, f"tests do not resolve {host}")
        return resolve(host, *arguments, **named)

    for name, guarded in {
        "bind": guarded_bind, "connect": guarded_connect, "connect_ex": guarded_connect_ex,
    }.items():  # fmt: skip
        setattr(socket.socket, name, guarded)
    socket.getaddrinfo = guarded_resolve


def refuse_foreign(family: int, address: Any) -> None:
    if family not in (socket.AF_INET, socket.AF_INET6):
        return
    host, port = address[:2]
    if not is_loopback(host) or port not in own_ports:
        raise ForeignServer(f"{host}:{port} is not a server of this run")


def is_loopback(host: str | bytes) -> bool:
    name = host.decode() if isinstance(host, bytes) else host
    try:
        return ip_address(name.partition("%")[0]).is_loopback
    except ValueError:
        return name == "localhost"
