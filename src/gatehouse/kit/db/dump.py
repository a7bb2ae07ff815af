"""A database as one file, and back: PostgreSQL's own `pg_dump`, `pg_restore` and `psql`."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

import asyncpg

from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.db import hosts
from gatehouse.kit.db.current_sql import split_statements
from gatehouse.kit.db.migrate import MIGRATIONS, find_encoding_fault
from gatehouse.kit.db.programs import Program, find_newest_program, find_program

# An owner who is no superuser is bound by row-level security; this scope sees everything.
EVERYTHING = "-c gatehouse.scope=system"
FREE_OF_ROW_SECURITY = "select rolsuper or rolbypassrls from pg_roles where rolname = current_user"
OWNS_EVERY_TABLE = """
select coalesce(bool_and(pg_has_role(current_user, relowner, 'usage')), true) from pg_class
where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
"""
TABLES = (
    "select count(*) from pg_tables where schemaname not in ('pg_catalog', 'information_schema')"
)
# What only a superuser, or the role of the same name, may make again. Defaults are set for an owner by name,
# and on another server the owner has another one; the comment of an extension comes with it.
NOT_RESTORED = re.compile(
    r"\d+; \d+ \d+ (DEFAULT ACL|COMMENT - EXTENSION|EVENT TRIGGER|COMMENT - EVENT TRIGGER|PUBLICATION"
    r"|SUBSCRIPTION) "
)
EXTENSION = re.compile(r"\d+; \d+ \d+ EXTENSION - (\S+)")
# Those that are there already, and those that this login may create.
USABLE_EXTENSIONS = """
select e.name from pg_available_extensions e
join pg_available_extension_versions v on v.name = e.name and v.version = e.default_version
where e.installed_version is not null or not v.superuser
or (select rolsuper from pg_roles where rolname = current_user)
or v.trusted and has_database_privilege(current_database(), 'create')
"""
# `pg_restore` says it to every server, and those before 17 do not know it.
ONLY_SINCE_17 = b"SET transaction_timeout = 0;"
HEAD_LINES = 100  # what is set stands before these
LONGEST_COMPLAINT = 1000
# As the migrations that make them.
ROLES = """
do $$
begin
  if to_regrole('gatehouse_app') is null then
    create role gatehouse_app nologin;
    execute format('grant gatehouse_app to %I', current_user);
  elsif not pg_has_role(current_user, 'gatehouse_app', 'member') then
    execute format('grant gatehouse_app to %I', current_user);
  end if;
end $$;
"""
# Default privileges would add to what the file grants, so they come when it is restored.
SYSTEM_ROLE = next(split_statements((MIGRATIONS / "0394.system_role.sql").read_text()))
GRANT = (
    "As a superuser run: create role gatehouse_app nologin (unless it is there), and"
    " grant gatehouse_app to the owner."
)
DEFAULTS = """
alter default privileges in schema public
  grant select, insert, update, delete on tables to gatehouse_app, gatehouse_system;
alter default privileges in schema public grant usage, select on sequences to gatehouse_app, gatehouse_system;
"""


@dataclass(frozen=True, slots=True)
class RestoreTarget:
    """The owner's database: how its programs reach it, and what holds for the owner there."""

    url: str
    server_version: int
    is_encrypted: bool
    is_bound_by_row_security: bool
    is_owner: bool
    extensions: frozenset[str]

    def find_usable_program(self, program: str, *, as_new_as_server: bool = False) -> Program:
        at_least = self.server_version if as_new_as_server else 0
        return find_program(program, needs_tls=self.is_encrypted, at_least=at_least)


async def inspect_restore_target(url: str) -> RestoreTarget:
    """Connects as the server's processes do. Where that is encrypted, so is all that follows."""
    connection = await _connect_owner(url)
    try:
        is_encrypted = connection._transport.get_extra_info("ssl_object") is not None
        return RestoreTarget(
            _require_tls_in_url(url) if is_encrypted else url,
            connection.get_server_version().major,
            is_encrypted,
            not await connection.fetchval(FREE_OF_ROW_SECURITY),
            await connection.fetchval(OWNS_EVERY_TABLE),
            frozenset(row["name"] for row in await connection.fetch(USABLE_EXTENSIONS)),
        )
    finally:
        await connection.close()


def _require_tls_in_url(url: str) -> str:
    """The programs would go on without encryption where the address does not insist on it."""
    parts = urlsplit(url)
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    if options.get("sslmode", "prefer") in ("allow", "prefer"):
        options["sslmode"] = "require"
    return urlunsplit(parts._replace(query=urlencode(options, quote_via=quote)))


def write_dump(target: RestoreTarget, path: Path) -> None:
    """All of one moment. `ConfigurationError` with what the program says."""
    if not target.is_owner:
        raise ConfigurationError(
            "A backup is made by the owner of the schema: set GATEHOUSE_MIGRATION_DATABASE_URL."
        )
    visible = ["--enable-row-security"] if target.is_bound_by_row_security else []
    pg_dump = target.find_usable_program("pg_dump", as_new_as_server=True)
    _run_postgres_program(
        pg_dump, target.url, "--format=custom", "--no-owner", *visible, f"--file={path}"
    )


async def prepare_restore(url: str) -> None:
    """Refuses a database in which there is anything, and makes the role that rights are given to."""
    connection = await _connect_owner(url)
    try:
        if fault := find_encoding_fault(connection):
            raise ConfigurationError(fault)
        if await connection.fetchval(TABLES):
            raise ConfigurationError(
                "There are tables in this database already. Restore into an empty one."
            )
        await connection.execute(ROLES + SYSTEM_ROLE)
    except asyncpg.InsufficientPrivilegeError as error:
        raise ConfigurationError(
            f"The owner of the database may not do this: {error}. {error.hint or GRANT}"
        ) from None
    finally:
        await connection.close()


async def finish_restore(url: str) -> None:
    """What tables that are made later give to the application."""
    connection = await _connect_owner(url)
    try:
        await connection.execute(DEFAULTS)
    finally:
        await connection.close()


def read_dump(target: RestoreTarget, path: Path) -> list[str]:
    """All or nothing, also when the file ends too soon: its script begins and commits by itself. Returns the
    extensions that the login may not create, which are left out."""
    # It writes a script, and connects to nothing.
    pg_restore, psql = find_newest_program("pg_restore"), target.find_usable_program("psql")
    listed = _run_postgres_program(pg_restore, None, "--list", str(path))
    named = {line: found[1] for line in listed.splitlines() if (found := EXTENSION.match(line))}
    left_out = {line: name for line, name in named.items() if name not in target.extensions}
    wanted = [
        line
        for line in listed.splitlines()
        if line not in left_out and not NOT_RESTORED.match(line)
    ]
    with tempfile.NamedTemporaryFile("w", suffix=".list") as contents:
        contents.write("\n".join(wanted))
        contents.flush()
        _pipe_programs(
            [str(pg_restore.path), "--no-owner", "--single-transaction", "--file=-",
             f"--use-list={contents.name}", str(path)],
            [str(psql.path), f"--dbname={_split_password(target.url)[0]}", "--no-psqlrc", "--quiet",
             "--set=ON_ERROR_STOP=1", f"--output={os.devnull}"],
            _build_program_environment(target.url),
        )  # fmt: skip
    return sorted(left_out.values())


def _pipe_programs(source: list[str], target: list[str], environment: Mapping[str, str]) -> None:
    """What one program writes goes to the other; `ConfigurationError` with what either says."""
    with (
        tempfile.TemporaryFile("w+") as refused,
        tempfile.TemporaryFile("w+") as unreadable,
        subprocess.Popen(  # noqa: S603  programs of the package, and arguments of ours
            target, env=environment, stdin=subprocess.PIPE, stderr=refused
        ) as psql,
        subprocess.Popen(  # noqa: S603
            source, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=unreadable
        ) as pg_restore,
    ):
        assert psql.stdin  # noqa: S101  both are pipes
        assert pg_restore.stdout  # noqa: S101
        try:
            copy_restore_script(pg_restore.stdout, psql.stdin)
            psql.stdin.close()
        except BrokenPipeError:  # it has said why
            pg_restore.kill()
        for program, process, said in (
            ("psql", psql, refused), ("pg_restore", pg_restore, unreadable),
        ):  # fmt: skip
            if process.wait():
                said.seek(0)
                raise _build_program_error(program, said.read())


def copy_restore_script(script: IO[bytes], into: IO[bytes]) -> None:
    """Without what servers before 17 do not know."""
    for _ in range(HEAD_LINES):
        line = script.readline()
        if line.strip() == ONLY_SINCE_17:
            break
        into.write(line)
    shutil.copyfileobj(script, into, 1 << 20)


async def _connect_owner(url: str) -> asyncpg.Connection:
    try:
        return await hosts.connect_first_host(url, timeout=10)
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
        raise ConfigurationError(f"The database cannot be used: {error}.") from None


def _run_postgres_program(program: Program, url: str | None, *arguments: str) -> str:
    if url is not None:
        arguments = (f"--dbname={_split_password(url)[0]}", *arguments)
    done = subprocess.run(  # noqa: S603  a program of PostgreSQL, and arguments of ours
        [program.path, *arguments],
        env=_build_program_environment(url),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise _build_program_error(program.name, done.stderr)
    return done.stdout


def _build_program_environment(url: str | None) -> dict[str, str]:
    """The environment for PostgreSQL's programs. It contains the password, because arguments are readable by
    every user of the machine."""
    environment = os.environ | {"PGOPTIONS": EVERYTHING}
    if url is not None:
        _, password = _split_password(url)
        environment |= {"PGPASSWORD": password} if password else {}
        # Each option of an address is a variable of PostgreSQL's programs too.
        environment |= {
            f"PG{name.replace('_', '').upper()}": v
            for name, v in hosts.default_options(url).items()
        }
    return environment


def _build_program_error(program: str, said: str) -> ConfigurationError:
    """How it begins: what follows may be a statement with every table."""
    return ConfigurationError(f"{program} says: {said.strip()[:LONGEST_COMPLAINT]}")


def _split_password(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    if parts.password is None:
        return url, ""
    user, _, host = parts.netloc.rpartition("@")
    name = user.split(":", 1)[0]
    return urlunsplit(parts._replace(netloc=f"{name}@{host}")), unquote(parts.password)
