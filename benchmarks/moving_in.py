"""`python -m benchmarks.moving_in`: a million people move in from a file, stopped in the middle by a kill.

The file is Auth0's bulk export with bcrypt hashes, or with `--csv` one of our own. PostgreSQL is a cluster of
its own that has a commit wait for the disk. The time is that of both runs together; afterwards three sign in
with the password they had.
"""

import argparse
import asyncio
import json
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import asyncpg
import bcrypt

from benchmarks.fleet import Fleet
from benchmarks.process import machine
from benchmarks.seed import FIRST, LAST, copying
from benchmarks.standby import Server, alone
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db.migrate import migrate

FIRST_PORT = 8310
PASSWORD = "Where-they-were-before-1"
LOGIN = "/identity/resources/auth/v1/user"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.moving_in", description=__doc__)
    parser.add_argument("--people", type=int, default=1_000_000)
    parser.add_argument("--tenants", type=int, default=1_000)
    parser.add_argument("--csv", action="store_true", help="our own form, not Auth0's export")
    parser.add_argument("--gatehouse", default=".venv/bin/gatehouse")
    return parser.parse_args()


async def prepare(url: str, tenants: int) -> list[UUID]:
    """The accounts that people belong to."""
    await migrate(url)
    ids, now = [new_id() for _ in range(tenants)], datetime.now(UTC)
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("set role postgres")
        rows = [(one, f"{one}/", f"Account {number}", now, now) for number, one in enumerate(ids)]
        await copying(connection)("tenants", "id path name created_at updated_at", rows)
    finally:
        await connection.close()
    return ids


def export(people: int, tenants: list[UUID]) -> Iterator[str]:
    hashed = bcrypt.hashpw(PASSWORD.encode(), bcrypt.gensalt(10)).decode()
    for number in range(people):
        yield json.dumps({
            "user_id": f"auth0|{number:024x}",
            "email": address(number),
            "email_verified": True,
            "name": f"{FIRST[number % 10]} {LAST[number // 10 % 10]} {number}",
            "password_hash": hashed,
            "tenantId": str(tenants[number % len(tenants)]),
        })  # fmt: skip


def own_form(people: int, tenants: list[UUID]) -> Iterator[str]:
    hashed = bcrypt.hashpw(PASSWORD.encode(), bcrypt.gensalt(10)).decode()
    yield "email,name,passwordHash,verifyUser,tenantId"
    for number in range(people):
        yield f"{address(number)},Person {number},{hashed},true,{tenants[number % len(tenants)]}"


def address(number: int) -> str:
    return f"person{number}@moving.test"


def run(command: list[str], environment: dict[str, str], kill_at: int | None = None) -> float:
    """Seconds until it ended, or until it was killed after so many rows."""
    began = time.monotonic()
    with subprocess.Popen(
        command, env={**os.environ, **environment}, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        killed, last = False, ""
        for last in process.stderr:
            done = int(last.split()[0].replace(",", "")) if " rows done" in last else 0
            if done and done % 50_000 == 0:
                print(last, end="", flush=True)
            if kill_at and done >= kill_at:
                process.send_signal(signal.SIGKILL)
                killed = True
                break
    if process.returncode and not killed:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}: {last}")
    return time.monotonic() - began


async def counted(url: str) -> tuple[int, int]:
    connection = await asyncpg.connect(url, server_settings={"gatehouse.scope": "system"})
    try:
        people = await connection.fetchval(
            "select count(*) from users where email like '%@moving.test'"
        )
        members = await connection.fetchval("select count(*) from memberships")
    finally:
        await connection.close()
    return people, members


def sign_in(database: Server, folder: Path, people: int, program: str) -> int:
    """Three of them, one taken before the kill; ends the run when one is refused."""
    fleet = Fleet(folder, database.url, FIRST_PORT + 2, own_worker=True)
    try:
        fleet.start([program])
        chosen = (0, people // 2, people - 1)
        for number in chosen:
            body = {"email": address(number), "password": PASSWORD}
            fleet.first.post(LOGIN, body, {})
    finally:
        fleet.stop()
    return len(chosen)


def main() -> None:
    options = arguments()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gatehouse-moving-")))
        database = alone(folder, FIRST_PORT)
        stack.callback(database.stop, "immediate")
        tenants = asyncio.run(prepare(database.url, options.tenants))
        file = folder / ("users.csv" if options.csv else "users.json")
        rows = own_form if options.csv else export
        with file.open("w") as out:
            out.writelines(f"{line}\n" for line in rows(options.people, tenants))
        environment = {
            "GATEHOUSE_ENV": "demo",
            "GATEHOUSE_DATA_DIR": str(folder / "data"),
            "GATEHOUSE_DATABASE_URL": database.url,
        }
        command = (
            [options.gatehouse, "users", "import", str(file)]
            if options.csv
            else [options.gatehouse, "import", "auth0", str(file), "--tenant-field", "tenantId"]
        )
        print(f"{machine()}; {options.people:,} people in {options.tenants:,} accounts")
        before = run(command, environment, kill_at=options.people // 3)
        after = run(command, environment)
        people, members = asyncio.run(counted(database.url))
        print(
            f"killed after {before:.0f} s, done {after:.0f} s later: {(before + after) / 60:.1f} min"
        )
        print(f"{people:,} people, {members:,} memberships")
        print(f"{sign_in(database, folder, options.people, options.gatehouse)} of them signed in")


if __name__ == "__main__":
    main()
