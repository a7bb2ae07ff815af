"""A database as one file, and back: PostgreSQL's own `pg_dump` and `pg_restore`."""

import os
import subprocess
import tempfile
from pathlib import Path
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
    """All or nothing."""
    listed = _run("pg_restore", None, "--list", str(path))
    wanted = [line for line in listed.splitlines() if OWNERS_DEFAULTS not in line]
    with tempfile.NamedTemporaryFile("w", suffix=".list") as contents:
        contents.write("\n".join(wanted))
        contents.flush()
        _run(
            "pg_restore", url, "--no-owner", "--exit-on-error", "--single-transaction",
            f"--use-list={contents.name}", str(path),
        )  # fmt: skip


async def _connected(url: str) -> asyncpg.Connection:
    try:
        return await hosts.connect(url, timeout=10)
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
        raise ConfigurationError(f"The database cannot be used: {error}.") from None


def _run(program: str, url: str | None, *arguments: str) -> str:
    """The password goes by the environment: arguments are for everybody on the machine to read."""
    environment = os.environ | {"PGOPTIONS": EVERYTHING}
    if url is not None:
        bare, password = _without_password(url)
        arguments = (f"--dbname={bare}", *arguments)
        environment |= {"PGPASSWORD": password} if password else {}
        # Each option of an address is a variable of PostgreSQL's programs too.
        environment |= {
            f"PG{name.replace('_', '').upper()}": v for name, v in hosts.wanted(url).items()
        }
    done = subprocess.run(  # noqa: S603  a program of the package, and arguments of ours
        [str(binaries() / program), *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise ConfigurationError(f"{program} says: {done.stderr.strip()[-2000:]}")
    return done.stdout


def _without_password(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    if parts.password is None:
        return url, ""
    user, _, host = parts.netloc.rpartition("@")
    name = user.split(":", 1)[0]
    return urlunsplit(parts._replace(netloc=f"{name}@{host}")), unquote(parts.password)
