"""PostgreSQL's own programs: those that come with Gatehouse, and those that the system has.

The ones that come with Gatehouse know no TLS, so that a connection that is encrypted needs installed ones.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.db.embedded import find_postgres_binaries

# Of Debian's and of PostgreSQL's own packages, beside what PATH leads to.
INSTALLED_FOLDERS = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql@*/bin",
)
# libpq reads the words of a connection before it connects: without TLS it refuses this one by name.
ASKS_FOR_TLS = "--dbname=host=/dev/null/none sslmode=require"
KNOWS_NO_TLS = "SSL support is not compiled in"


@dataclass(frozen=True, slots=True)
class Program:
    """`version` is PostgreSQL's major one."""

    name: str
    path: Path
    version: int
    is_bundled: bool

    def __str__(self) -> str:
        where = "comes with Gatehouse" if self.is_bundled else str(self.path)
        return f"{self.name} {self.version} ({where})"

    @property
    def has_tls(self) -> bool:
        return KNOWS_NO_TLS not in _run_program(self.path, ASKS_FOR_TLS).stderr


def find_program(name: str, *, needs_tls: bool, at_least: int = 0) -> Program:
    """The bundled one where it will do, else the newest installed one that does. `ConfigurationError` where
    none does: a connection is never made without the encryption that the server has."""
    bundled = find_bundled_program(name)
    if not needs_tls or bundled.has_tls:
        return bundled
    installed = [one for one in list_installed_programs(name) if one.has_tls]
    fitting = [one for one in installed if one.version >= at_least]
    if fitting:
        return max(fitting, key=lambda one: one.version)
    older = f" (older: {', '.join(map(str, installed))})" if installed else ""
    version, suffix = (f" {at_least} or later", f"-{at_least}") if at_least else ("", "")
    raise ConfigurationError(
        f"The connection to the database is encrypted, which the {name} that comes with Gatehouse cannot do."
        f" Install {name}{version}, on Debian the package postgresql-client{suffix}, and run the"
        f" command again{older}."
    )


def find_bundled_program(name: str) -> Program:
    path = find_postgres_binaries() / name
    return Program(name, path, _read_program_version(path) or 0, is_bundled=True)


def find_newest_program(name: str) -> Program:
    """For what connects to nothing: a newer one reads all that an older one wrote."""
    return max(
        [find_bundled_program(name), *list_installed_programs(name)], key=lambda one: one.version
    )


def list_installed_programs(name: str) -> Iterator[Program]:
    """Each that the system has, the one of PATH first."""
    seen: set[Path] = set()
    on_path = shutil.which(name)
    folders = [folder for pattern in INSTALLED_FOLDERS for folder in Path("/").glob(pattern[1:])]
    for path in [*([Path(on_path)] if on_path else []), *(folder / name for folder in folders)]:
        if path in seen or not os.access(path, os.X_OK):
            continue
        seen.add(path)
        version = _read_program_version(path)
        if version is not None:
            yield Program(name, path, version, is_bundled=False)


def _read_program_version(path: Path) -> int | None:
    found = re.search(r"\(PostgreSQL\) (\d+)", _run_program(path, "--version").stdout)
    return int(found[1]) if found else None


def _run_program(path: Path, argument: str) -> subprocess.CompletedProcess[str]:
    """In English, and without what is set for other connections."""
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    try:
        return subprocess.run(  # noqa: S603  a program of PostgreSQL, and an argument of ours
            [path, argument], env=surroundings | {"LC_ALL": "C"}, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, check=False, timeout=20,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return subprocess.CompletedProcess([path], 1, "", KNOWS_NO_TLS)
