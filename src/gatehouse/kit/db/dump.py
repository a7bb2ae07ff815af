"""A database as one file, and back: PostgreSQL's own `pg_dump`, `pg_restore` and `psql`."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO
from urllib.parse import unquote, urlsplit, urlunsplit

import asyncpg

from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.db import hosts
from gatehouse.kit.db.embedded import binaries

# An owner who is no superuser is bound by row-level security; this scope sees everything.
EVERYTHING = "-c gatehouse.scope=system"
FREE_OF_ROW_SECURITY = "select rolsuper or rolbypassrls from pg_roles where rolname = current_user"
TABLES = (
    "select count(*) from pg_tables where schemaname not in ('pg_catalog', 'information_schema')"
)
# What is set for an owner by name: on another server the owner has another one.
OWNERS_DEFAULTS = " DEFAULT ACL "
# `pg_restore` says it to every server, and those before 17 do not know it.
ONLY_SINCE_17 = b"SET transaction_timeout = 0;"
HEAD_LINES = 100  # what is set stands before these
LONGEST_COMPLAINT = 1000
ROLE = """
do $$
begin
  if not exists (select from pg_roles where rolname = 'gatehouse_app') then
    create role gatehouse_app nologin;
  end if;
  execute format('grant gatehouse_app to %I', current_user);
end $$
"""
DEFAULTS = """
alter default privileges in schema public grant select, insert, update, delete on tables to gatehouse_app;
alter default privileges in schema public grant usage, select on sequences to gatehouse_app;
"""


async def is_bound(url: str) -> bool:
    """Whether row-level security holds for this owner too."""
    connection = await _connected(url)
    try:
        return not await connection.fetchval(FREE_OF_ROW_SECURITY)
    finally:
        await connection.close()


def write(url: str, path: Path, *, bound: bool) -> None:
    """All of one moment; `bound` as `is_bound` says. `ConfigurationError` with what the program says."""
    visible = ["--enable-row-security"] if bound else []
    _run("pg_dump", url, "--format=custom", "--no-owner", *visible, f"--file={path}")


async def prepare(url: str) -> None:
    """Refuses a database in which there is anything, and makes the role that rights are given to."""
    connection = await _connected(url)
    try:
        if await connection.fetchval(TABLES):
            raise ConfigurationError(
                "There are tables in this database already. Restore into an empty one."
            )
        await connection.execute(ROLE)
    finally:
        await connection.close()


async def finish(url: str) -> None:
    """What tables that are made later give to the application."""
    connection = await _connected(url)
    try:
        await connection.execute(DEFAULTS)
    finally:
        await connection.close()


def read(url: str, path: Path) -> None:
    """All or nothing, also when the file ends too soon: its script begins and commits by itself."""
    listed = _run("pg_restore", None, "--list", str(path))
    wanted = [line for line in listed.splitlines() if OWNERS_DEFAULTS not in line]
    with tempfile.NamedTemporaryFile("w", suffix=".list") as contents:
        contents.write("\n".join(wanted))
        contents.flush()
        _pipe(
            ["pg_restore", "--no-owner", "--single-transaction", "--file=-",
             f"--use-list={contents.name}", str(path)],
            ["psql", f"--dbname={_without_password(url)[0]}", "--no-psqlrc", "--quiet",
             "--set=ON_ERROR_STOP=1", f"--output={os.devnull}"],
            _environment(url),
        )  # fmt: skip


def _pipe(source: list[str], target: list[str], environment: Mapping[str, str]) -> None:
    """What one program writes goes to the other; `ConfigurationError` with what either says."""
    with (
        tempfile.TemporaryFile("w+") as refused,
        tempfile.TemporaryFile("w+") as unreadable,
        subprocess.Popen(  # noqa: S603  programs of the package, and arguments of ours
            _command(target), env=environment, stdin=subprocess.PIPE, stderr=refused
        ) as psql,
        subprocess.Popen(  # noqa: S603
            _command(source), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=unreadable
        ) as pg_restore,
    ):
        assert psql.stdin  # noqa: S101  both are pipes
        assert pg_restore.stdout  # noqa: S101
        try:
            copy_script(pg_restore.stdout, psql.stdin)
            psql.stdin.close()
        except BrokenPipeError:  # it has said why
            pg_restore.kill()
        for program, process, said in (
            (target[0], psql, refused), (source[0], pg_restore, unreadable),
        ):  # fmt: skip
            if process.wait():
                said.seek(0)
                raise _complaint(program, said.read())


def copy_script(script: IO[bytes], into: IO[bytes]) -> None:
    """Without what servers before 17 do not know."""
    for _ in range(HEAD_LINES):
        line = script.readline()
        if line.strip() == ONLY_SINCE_17:
            break
        into.write(line)
    shutil.copyfileobj(script, into, 1 << 20)


async def _connected(url: str) -> asyncpg.Connection:
    try:
        return await hosts.connect(url, timeout=10)
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
        raise ConfigurationError(f"The database cannot be used: {error}.") from None


def _run(program: str, url: str | None, *arguments: str) -> str:
    if url is not None:
        arguments = (f"--dbname={_without_password(url)[0]}", *arguments)
    done = subprocess.run(  # noqa: S603  a program of the package, and arguments of ours
        _command([program, *arguments]),
        env=_environment(url),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise _complaint(program, done.stderr)
    return done.stdout


def _command(words: list[str]) -> list[str]:
    return [str(binaries() / words[0]), *words[1:]]


def _environment(url: str | None) -> dict[str, str]:
    """The password goes by the environment: arguments are for everybody on the machine to read."""
    environment = os.environ | {"PGOPTIONS": EVERYTHING}
    if url is not None:
        _, password = _without_password(url)
        environment |= {"PGPASSWORD": password} if password else {}
        # Each option of an address is a variable of PostgreSQL's programs too.
        environment |= {
            f"PG{name.replace('_', '').upper()}": v for name, v in hosts.wanted(url).items()
        }
    return environment


def _complaint(program: str, said: str) -> ConfigurationError:
    """How it begins: what follows may be a statement with every table."""
    return ConfigurationError(f"{program} says: {said.strip()[:LONGEST_COMPLAINT]}")


def _without_password(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    if parts.password is None:
        return url, ""
    user, _, host = parts.netloc.rpartition("@")
    name = user.split(":", 1)[0]
    return urlunsplit(parts._replace(netloc=f"{name}@{host}")), unquote(parts.password)
