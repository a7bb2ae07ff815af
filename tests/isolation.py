"""A run inherits nothing from whoever starts it, and reaches nothing but what it started itself.

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

from tests.process.server import is_alive

SETTINGS = ("GATEHOUSE_", "PG")  # ours, and those of every PostgreSQL client
PROXIES = {"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"}
# Authorities of somebody's own, whom each client of ours would read anew: see tests/authorities.py.
AUTHORITIES = {"SSL_CERT_FILE", "SSL_CERT_DIR", "SSLKEYLOGFILE"}

FOLDER = "gatehouse-tests-"  # followed by the process id of the run

own_ports: set[int] = set()


class NotOurs(ConnectionRefusedError):
    """As if nobody listened there."""


def inherit_nothing() -> None:
    for name in list(os.environ):
        if name.upper().startswith(SETTINGS) or name.upper() in PROXIES | AUTHORITIES:
            del os.environ[name]
    # Processes that tests start find the program compiled; else each of them compiles it anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def pytest_configure(config: pytest.Config) -> None:
    runs_tests = hasattr(config, "workerinput") or not config.getoption("numprocesses", None)
    if not hasattr(config, "workerinput"):
        # Another run of the same user changes the rights of the folder that is usually shared.
        remove_folders_of_ended_runs()
        os.environ["PYTEST_DEBUG_TEMPROOT"] = tempfile.mkdtemp(prefix=f"{FOLDER}{os.getpid()}-")
    if runs_tests:
        os.chdir(tempfile.mkdtemp(prefix="empty-", dir=os.environ["PYTEST_DEBUG_TEMPROOT"]))
        guard_sockets()


def remove_folders_of_ended_runs() -> None:
    """A failed or interrupted run leaves a database of some gigabytes; the next run removes it."""
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER}*"):
        process = folder.name.removeprefix(FOLDER).partition("-")[0]
        if not (process.isdecimal() and is_alive(int(process))):
            shutil.rmtree(folder, ignore_errors=True)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """What a failed run wrote stays until the next run starts."""
    if not hasattr(session.config, "workerinput") and exitstatus == 0:
        session.config.add_cleanup(
            lambda: shutil.rmtree(os.environ["PYTEST_DEBUG_TEMPROOT"], ignore_errors=True)
        )


def guard_sockets() -> None:
    """Connections go to ports of this machine that this process has bound before, a server of its own or
    one that it reserved for a process it starts; names of other machines are not asked for."""
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
        if host and not is_here(host):
            raise socket.gaierror(socket.EAI_NONAME, f"tests do not ask for {host}")
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
    if not is_here(host) or port not in own_ports:
        raise NotOurs(f"{host}:{port} is no server of this run")


def is_here(host: str | bytes) -> bool:
    name = host.decode() if isinstance(host, bytes) else host
    try:
        return ip_address(name.partition("%")[0]).is_loopback
    except ValueError:
        return name == "localhost"
