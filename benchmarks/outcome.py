"""What became of what callers were told, and of the jobs behind it."""

import asyncio
import time
from collections import Counter
from email import message_from_bytes
from pathlib import Path

import asyncpg

from benchmarks.writers import Writers

DRAIN_SECONDS = 60
DUE = """
select entrypoint as name, count(*), max(attempts) as attempts from pgqueuer
where entrypoint not like 'demo.%' and (
  status = 'picked' or (status = 'queued' and execute_after <= now() + interval '10 minutes')
) group by 1 order by 1
"""
GIVEN_UP = "select count(*) from pgqueuer where entrypoint not like 'demo.%' and status = 'failed'"
TWICE = """
select count(*) from (
  select job_id from pgqueuer_log where status = 'successful' group by job_id having count(*) > 1
) twice
"""


def _named(left: list[asyncpg.Record]) -> str:
    """How many of each name, and how often one of them was tried."""
    return (
        ", ".join(f"{row['count']} {row['name']} ({row['attempts']} tries)" for row in left)
        or "none"
    )


async def drained(connection: asyncpg.Connection) -> float:
    """Seconds until no job is due any more."""
    began = time.monotonic()
    while await connection.fetch(DUE) and time.monotonic() < began + DRAIN_SECONDS:  # noqa: ASYNC110
        await asyncio.sleep(0.2)
    return time.monotonic() - began


def mails(folder: Path) -> Counter[str]:
    """How many each address got."""
    found = [message_from_bytes(path.read_bytes()) for path in folder.glob("*.eml")]
    return Counter(str(mail["To"]) for mail in found)


async def outcome(url: str, writers: Writers, folder: Path) -> list[str]:
    connection = await asyncpg.connect(url, server_settings={"gatehouse.scope": "system"})
    try:
        waited = await drained(connection)
        groups = {row["name"] for row in await connection.fetch("select name from groups")}
        people = {row["email"] for row in await connection.fetch("select email from users")}
        twice = await connection.fetchval(TWICE)
        left = await connection.fetch(DUE)
        given_up = await connection.fetchval(GIVEN_UP)
    finally:
        await connection.close()
    sent = mails(folder / "data" / "mail")
    lost = (writers.groups - groups) | (writers.invited - people)
    known = writers.groups | writers.invited
    unsaid = ((groups | people) & writers.asked) - known
    return [
        f"acknowledged writes: {len(known)}, of them not there afterwards: {len(lost)}",
        f"refused, and done nevertheless: {len(unsaid)}",
        f"invited people without a mail: {len([one for one in writers.invited if not sent[one]])}, "
        f"with two: {len([one for one in people & writers.asked if sent[one] > 1])}",
        f"jobs that succeeded twice: {twice}; given up: {given_up};"
        f" left after {waited:.1f} s: {_named(left)}",
    ]
