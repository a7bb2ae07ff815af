"""A backup over an encrypted connection: by programs that can, and never in plain text."""

import argparse
import asyncio
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from pydantic import SecretStr

from gatehouse.commands import doctor
from gatehouse.commands.backup import restore_backup, write_backup
from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.db import dump, programs
from gatehouse.kit.db.embedded import find_postgres_binaries
from gatehouse.settings import Settings
from tests.databases import own_database
from tests.encrypted import encrypted_way
from tests.operations.test_backup import KEY, content, urls

__all__ = ["urls"]
SERVER = 18  # the version of the embedded server

Run = Callable[[Any, Settings, Path], Any]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Of the programs that this machine has: none, until a test puts some there."""
    path = tmp_path / "bin"
    path.mkdir()
    monkeypatch.setenv("PATH", f"{path}:/usr/bin:/bin")
    monkeypatch.setattr(programs, "INSTALLED_FOLDERS", (f"{path}/*/bin",))
    monkeypatch.setattr(shutil, "which", lambda name: found(path / name))
    return path


def found(path: Path) -> str | None:
    return str(path) if path.exists() else None


def install(folder: Path, name: str, version: int, real_url: str, tls: bool = True) -> Path:
    """A program that reaches the database by another way, and notes for what it was called."""
    notes = folder / f"{name}.called"
    path = folder / name
    asks = shlex.quote(programs.ASKS_FOR_TLS)
    refusal = f'psql: error: sslmode value "require" invalid when {programs.KNOWS_NO_TLS}'
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f"""#!/bin/sh
if [ "$1" = --version ]; then echo "{name} (PostgreSQL) {version}.4 (Debian)"; exit; fi
if [ "$1" = {asks} ]; then echo '{"not a directory" if tls else refusal}' >&2; exit 2; fi
echo "$1" >> {notes}
shift
exec {find_postgres_binaries() / name} --dbname={shlex.quote(real_url)} "$@"
"""
    )
    path.chmod(0o700)
    return notes


def settings_for(url: str, tmp_path: Path) -> Settings:
    return Settings(
        database_url=url, data_dir=tmp_path, env="development", secret_key=SecretStr(KEY)
    )


async def run(command: Any, url: str, file: Path, tmp_path: Path) -> None:
    arguments = argparse.Namespace(file=file)
    await asyncio.to_thread(command, settings_for(url, tmp_path), arguments)


@pytest.mark.parametrize("options", ["", "?sslmode=prefer", "?sslmode=require"])
async def test_nothing_is_sent_in_plain_text(urls, tmp_path, options):
    """The bundled programs know no TLS. Where the server lets both in, they would go on without."""
    full, _ = urls
    file = tmp_path / "gatehouse.backup"
    async with encrypted_way(full, tmp_path) as (way, url, _):
        await (await asyncpg.connect(f"{url}{options}")).close()  # as `serve` does
        with pytest.raises(ConfigurationError) as refused:
            await run(write_backup, f"{url}{options}", file, tmp_path)
        assert (way.plain, way.encrypted) == (0, 2)
    said = str(refused.value)
    assert f"Install pg_dump {SERVER} or later" in said
    assert f"postgresql-client-{SERVER}" in said
    assert not file.exists()
    assert not [*tmp_path.glob("*.part")]


async def test_installed_programs_make_a_backup_and_put_it_back(urls, tmp_path, folder):
    full, empty = urls
    file = tmp_path / "gatehouse.backup"
    dumped = install(folder, "pg_dump", SERVER, full)
    restored = install(folder, "psql", SERVER - 3, empty)
    async with encrypted_way(full, tmp_path) as (way, url, certificate):
        await run(
            write_backup, f"{url}?sslmode=verify-full&sslrootcert={certificate}", file, tmp_path
        )
        assert way.plain == 0
    assert "sslmode=verify-full" in dumped.read_text()
    async with encrypted_way(empty, tmp_path) as (way, url, _):
        await run(restore_backup, url, file, tmp_path)
        assert way.plain == 0
    assert "sslmode=require" in restored.read_text()
    assert await content(empty) == await content(full)


async def test_an_older_program_or_one_without_encryption_is_not_taken(urls, tmp_path, folder):
    full, _ = urls
    install(folder, "pg_dump", SERVER - 1, full)
    newest = install(folder / "19" / "bin", "pg_dump", SERVER + 1, full, tls=False)
    async with encrypted_way(full, tmp_path) as (_, url, _):
        target = await dump.inspect_restore_target(url)
        with pytest.raises(ConfigurationError) as refused:
            target.find_usable_program("pg_dump", as_new_as_server=True)
        assert f"(older: pg_dump {SERVER - 1} ({folder}/pg_dump))" in str(refused.value)
        assert str(newest) not in str(refused.value)
        install(folder / "20" / "bin", "pg_dump", SERVER + 2, full)
        chosen = target.find_usable_program("pg_dump", as_new_as_server=True)
        assert (chosen.version, chosen.is_bundled) == (SERVER + 2, False)
    assert not newest.exists()
    plain = await dump.inspect_restore_target(full)
    assert plain.find_usable_program("pg_dump", as_new_as_server=True).is_bundled


@pytest.fixture
def examined(tmp_path: Path) -> Callable[[str], doctor.Finding]:
    def find(url: str) -> doctor.Finding:
        report = {
            one.subject: one for one in doctor.examine_installation(settings_for(url, tmp_path))
        }
        return report["Backup"]

    return find


async def test_the_doctor_says_which_programs_make_a_backup(server_url, tmp_path, folder, examined):
    async with own_database(server_url) as database:
        plain = await asyncio.to_thread(examined, database)
        assert plain.state == (
            f"pg_dump {SERVER} (comes with Gatehouse), psql {SERVER} (comes with Gatehouse), not encrypted"
        )
        assert not plain.fix
        async with encrypted_way(database, tmp_path) as (_, url, _):
            without = await asyncio.to_thread(examined, url)
            assert without.state == "impossible over this connection"
            assert f"Install pg_dump {SERVER} or later" in without.fix
            for name in ("pg_dump", "psql"):
                install(folder, name, SERVER, database)
            found = await asyncio.to_thread(examined, url)
            assert not found.fix
            assert found.state == (
                f"pg_dump {SERVER} ({folder}/pg_dump), psql {SERVER} ({folder}/psql), encrypted"
            )
