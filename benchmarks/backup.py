"""`python -m benchmarks.backup`: an installation is backed up, destroyed and restored.

Most of it is the audit, as in an installation that has run for long; all of that is in blocks. The whole
cluster is deleted before the restore. Afterwards every table has as many rows as before, the blocks hold, and
a person signs in: for that the keys that were sealed must open.
"""

import argparse
import asyncio
import os
import shutil
import subprocess
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import asyncpg

from benchmarks import audit_rows
from benchmarks.contestants import Place
from benchmarks.database import Cluster
from benchmarks.ours import Gatehouse
from benchmarks.process import cpu_seconds, machine
from benchmarks.refresh_tokens import SECRET_KEY
from benchmarks.rounds import say
from benchmarks.seed import PASSWORD, Seeded, prepare
from gatehouse.access.signing_keys import KeyRing
from gatehouse.audit.chain.seal import seal_audit_entries
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import COMMAND_PATIENCE, Database, Scope
from gatehouse.providers.outgoing import Outbox

PORT = 4189
GIGABYTE = 10**9
BYTES_OF_AN_ENTRY = 620  # with its indexes and its part of a block
PEOPLE_OF_A_GIGABYTE = 10_000
SECRETS = 1_000
LOGIN = "/identity/resources/auth/v1/user"
ENDLESS = 10**9
# That a backup was made is noted when it is there, and so is not in it.
TABLES = """
select format('%I.%I', schemaname, tablename) as name from pg_tables
where schemaname not in ('pg_catalog', 'information_schema') and tablename <> 'upkeep'
"""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.backup", description=__doc__)
    parser.add_argument("--gigabytes", type=float, default=10)
    parser.add_argument("--keep-free", type=float, default=12, help="gigabytes of the disk")
    parser.add_argument("--gatehouse", default=".venv/bin/gatehouse")
    return parser.parse_args()


def fill(url: str, options: argparse.Namespace) -> Seeded:
    seeded = prepare(url, people=max(1_000, int(options.gigabytes * PEOPLE_OF_A_GIGABYTE)))
    rows = int(options.gigabytes * GIGABYTE / BYTES_OF_AN_ENTRY)
    entries = argparse.Namespace(rows=rows, months=12, tenants=100)
    audit_rows.fill(url, seeded.tenant_id, entries)
    return seeded


async def finish(url: str) -> int:
    """Keys, secrets that are sealed, and all entries in blocks; how many entries that are."""
    database = await Database.connect(url, connections=3, patience=COMMAND_PATIENCE)
    box = Box([SECRET_KEY])
    try:
        await KeyRing(database, box).load()
        async with database.transaction(Scope.system()) as db:
            for number in range(SECRETS):
                await Outbox(box).queue_sms(db, "+1 555 0100", f"code {number}")
        return await seal_audit_entries(database, box, most_steps=ENDLESS)
    finally:
        await database.close()


async def counted(url: str) -> tuple[int, dict[str, int]]:
    """Bytes of the database, and rows of each table."""
    connection = await asyncpg.connect(url, server_settings={"gatehouse.scope": "system"})
    try:
        size = await connection.fetchval("select pg_database_size(current_database())")
        tables = [row["name"] for row in await connection.fetch(TABLES)]
        rows = {name: await connection.fetchval(f"select count(*) from {name}") for name in tables}
        return size, rows
    finally:
        await connection.close()


class Commands:
    """`gatehouse …` on one database; each tells what it took."""

    def __init__(self, program: str, url: str, folder: Path, cluster: Cluster) -> None:
        self.program = program
        self.cluster = cluster
        self.environment = {
            **os.environ,
            "GATEHOUSE_ENV": "development",
            "GATEHOUSE_DATA_DIR": str(folder / "data"),
            "GATEHOUSE_DATABASE_URL": url,
            "GATEHOUSE_SECRET_KEY": SECRET_KEY,
        }

    def run(self, *what: str) -> None:
        before, began = cpu_seconds(self.cluster.pid), time.monotonic()
        done = subprocess.run(
            [self.program, *what], env=self.environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise SystemExit(f"{' '.join(what)}: {done.stdout}{done.stderr}")
        took, used = time.monotonic() - began, cpu_seconds(self.cluster.pid) - before
        said = " ".join(done.stdout.splitlines())
        print(f"| `gatehouse {what[0]}` | {took:.0f} s | {used:.0f} s | {said} |", flush=True)


def main() -> None:
    options = arguments()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gatehouse-backup-")))
        file, cores = folder / "gatehouse.backup", os.sched_getaffinity(0)
        there = Cluster(folder / "first", cores)
        stack.callback(there.stop)
        url = there.database("gatehouse")
        say(f"{options.gigabytes} GB")
        began = time.monotonic()
        seeded = fill(url, options)
        guard(folder, options)
        sealed = asyncio.run(finish(url))
        guard(folder, options)
        size, before = asyncio.run(counted(url))
        rows = sum(before.values())
        print(
            f"{machine()}; {size / GIGABYTE:.1f} GB, {rows:,} rows in {len(before)} tables,"
            f" {sealed:,} entries in blocks; made in {(time.monotonic() - began) / 60:.1f} min\n"
        )
        print("| | time | CPU of the database | said |\n|---|---|---|---|")
        Commands(options.gatehouse, url, folder, there).run("backup", str(file))
        guard(folder, options)
        there.stop()
        shutil.rmtree(folder / "first")
        again = Cluster(folder / "second", cores)
        stack.callback(again.stop)
        url = again.database("gatehouse")
        commands = Commands(options.gatehouse, url, folder, again)
        commands.run("restore", str(file))
        commands.run("audit", "verify")
        _, after = asyncio.run(counted(url))
        differing = {name for name in before | after if before.get(name) != after.get(name)}
        print(f"\ntables whose rows are not as many as before: {sorted(differing) or 'none'}")
        print(f"{sign_in(url, seeded, folder, cores)} signs in")


def guard(folder: Path, options: argparse.Namespace) -> None:
    free = shutil.disk_usage(folder).free / GIGABYTE
    if free < options.keep_free:
        raise SystemExit(f"only {free:.0f} GB of the disk are free")


def sign_in(url: str, seeded: Seeded, folder: Path, cores: set[int]) -> str:
    """With a token under a key of before; ends the run when refused."""
    gatehouse = Gatehouse(Place(url, PORT, cores, folder, 1), seeded)
    try:
        person = seeded.emails[0]
        gatehouse.server.post(LOGIN, {"email": person, "password": PASSWORD}, {})
    finally:
        gatehouse.server.stop()
    return person


if __name__ == "__main__":
    main()
