"""The audit reaches a collector outside: all of it, in order, whatever the collector does."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.jobs import stream_new_entries
from gatehouse.audit.service import announce_event
from gatehouse.audit.settings import AuditSettings
from gatehouse.audit.stream import service
from gatehouse.directory.tenants.events import TenantUpdated
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.resources import Resources
from tests.connectivity.receiver import Receiver, Reply
from tests.databases import own_database
from tests.isolation import own_ports

STATE = "select failing_since is not null, last_error from audit_stream"


class Audit:
    """Of a database of the test's own; `collect` is the job of each minute."""

    def __init__(self, owner: Any, database: Database, resources: Resources) -> None:
        self.owner, self.database, self.ids = owner, database, list[str]()
        self._resources = Resources()
        self._resources.add(AuditSettings, resources[AuditSettings])
        self._resources.add(ExternalIds, resources[ExternalIds])

    def to(self, url: str, authorization: str | None = None) -> None:
        settings = AuditSettings.model_validate(
            {"audit_stream_url": url, "audit_stream_authorization": authorization}
        )
        self._resources.add(AuditSettings, settings)

    async def happens(self, count: int = 1, tenant_id: UUID | None = None) -> None:
        tenant_id = tenant_id or new_id()
        for _ in range(count):
            async with self.database.transaction(Scope.tenant(tenant_id)) as db:
                self.ids.append(str(await announce_event(db, TenantUpdated(tenant_id), by=SYSTEM)))
            clock.advance_clock(timedelta(seconds=1))

    async def collect(self, *, later: timedelta = timedelta(minutes=6)) -> None:
        clock.advance_clock(later)
        context = JobContext(self.database, self._resources, 0, 1, last_attempt=True)
        await stream_new_entries(context)


@pytest.fixture
async def audit(server_url: str, resources: Resources) -> AsyncIterator[Audit]:
    async with own_database(server_url) as url:
        owner = await asyncpg.connect(url)
        database = await Database.connect(url, connections=3)
        yield Audit(owner, database, resources)
        await database.close()
        await owner.close()


@pytest.fixture
async def collector(audit: Audit) -> AsyncIterator[Receiver]:
    made = Receiver()
    server = await made.serve()
    audit.to(made.url, "Splunk 123")
    await audit.collect()  # begins now
    yield made
    server.close()


def arrived(collector: Receiver) -> list[str]:
    lines = [line for one in collector.received for line in one.content.splitlines()]
    return [json.loads(line)["id"] for line in lines]


async def test_every_entry_is_sent_once_in_order(audit: Audit, collector: Receiver):
    tenant_id = new_id()
    await audit.happens(2, tenant_id)
    await audit.happens()
    await audit.collect(later=timedelta())
    assert collector.received == []  # what is younger than five minutes may not be all yet
    await audit.collect()
    await audit.happens()
    await audit.collect()
    await audit.collect()
    assert arrived(collector) == audit.ids
    first, _ = collector.received
    assert first.headers["authorization"] == "Splunk 123"
    assert first.headers["content-type"] == "application/x-ndjson"
    told = json.loads(first.content.splitlines()[0])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", told.pop("createdAt"))
    assert told == {
        "id": audit.ids[0], "tenantId": str(tenant_id), "action": TenantUpdated.event_name,
        "severity": TenantUpdated.severity, "description": TenantUpdated.text, "email": None,
        "userId": None, "impersonatorId": None, "actorKind": SYSTEM.kind, "ip": None,
        "userAgent": None, "json": told["json"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Reply(500), "The answer was 500"),
        (Reply(302), "The answer was 302"),
        (Reply(breaks=True), ""),
    ],
)
async def test_what_did_not_arrive_is_sent_again(
    audit: Audit, collector: Receiver, reply: Reply, reason: str
):
    collector.reply = lambda _: reply
    await audit.happens(3)
    await audit.collect()
    await audit.happens()
    await audit.collect()
    assert arrived(collector) == [*audit.ids[:3], *audit.ids]
    is_failing, said = await audit.owner.fetchrow(STATE)
    assert is_failing
    assert reason in said
    collector.reply = lambda _: Reply()
    collector.received.clear()
    await audit.collect()
    assert arrived(collector) == audit.ids
    assert tuple(await audit.owner.fetchrow(STATE)) == (False, None)


async def test_a_long_audit_goes_in_batches_and_stops_where_it_broke(
    audit: Audit, collector: Receiver, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(service, "BATCH", 2)
    collector.reply = lambda _: Reply(503 if len(collector.received) == 2 else 200)
    await audit.happens(5)
    await audit.collect()
    assert arrived(collector) == audit.ids[:4]
    await audit.collect()
    assert arrived(collector) == [*audit.ids[:4], *audit.ids[2:]]


async def test_of_two_processes_one_sends(audit: Audit, collector: Receiver):
    goes_on = asyncio.Event()
    collector.reply = lambda _: Reply(waits=goes_on)
    await audit.happens()
    first = asyncio.create_task(audit.collect())
    while not collector.received:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    await audit.collect(later=timedelta(minutes=1))
    goes_on.set()
    await first
    assert arrived(collector) == audit.ids
    # One that was killed in the middle is made up for.
    await audit.owner.execute(
        "update audit_stream set leased_until = $1", clock.now() + timedelta(minutes=1)
    )
    await audit.happens()
    await audit.collect()
    assert arrived(collector) == audit.ids


async def test_into_a_file_that_may_be_moved_away(audit: Audit, tmp_path: Path):
    path = tmp_path / "the audit.jsonl"
    audit.to(path.as_uri())
    await audit.collect()
    await audit.happens(2)
    await audit.collect()
    lines = path.read_text().splitlines()
    path.rename(tmp_path / "old")
    await audit.happens()
    await audit.collect()
    lines += path.read_text().splitlines()
    assert [json.loads(line)["id"] for line in lines] == audit.ids
    folder = tmp_path / "folder"
    folder.mkdir()
    audit.to((folder / "audit.jsonl").as_uri())
    folder.rmdir()
    await audit.happens()
    await audit.collect()
    _, said = await audit.owner.fetchrow(STATE)
    assert "No such file" in said


async def test_as_messages_of_syslog(audit: Audit):
    received = asyncio.Queue[bytes]()

    async def keep(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await received.put(await reader.read())
        writer.close()

    server = await asyncio.start_server(keep, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    assert port in own_ports
    audit.to(f"syslog://127.0.0.1:{port}")
    await audit.collect()
    await audit.happens(2)
    await audit.collect()
    content = await received.get()
    server.close()
    for entry_id in audit.ids:
        length, _, rest = content.partition(b" ")
        message, content = rest[: int(length)].decode(), rest[int(length) :]
        head = r"<(\d+)>1 \d{4}-\d\d-\d\dT\S+Z \S+ gatehouse - (\S+) - (\{.*\})"
        priority, kind, line = re.fullmatch(head, message).groups()  # type: ignore[union-attr]
        assert (priority, kind) == ("110", TenantUpdated.event_name[:32])
        assert json.loads(line)["id"] == entry_id
    assert content == b""
    await audit.happens()
    await audit.collect()
    _, said = await audit.owner.fetchrow(STATE)
    assert said


@pytest.mark.parametrize(
    "url",
    [
        "",
        "collector",
        "ftp://x",
        "https://",
        "file://host/x",
        "file:x",
        "https://me:it@x",
        "syslog:x",
    ],
)
def test_an_address_that_leads_nowhere_is_refused(url: str):
    with pytest.raises(ValueError, match="must be an address"):
        AuditSettings.model_validate({"audit_stream_url": url})


async def test_without_an_address_nothing_is_sent_or_kept(audit: Audit):
    await audit.happens()
    await audit.collect()
    assert await audit.owner.fetchval("select count(*) from audit_stream") == 0
