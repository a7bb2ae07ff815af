"""Changes behind the program's back, by a user who may do anything in the database."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.chain.queries import ChainHead
from gatehouse.audit.chain.seal import compute_retention_start
from gatehouse.audit.chain.verify import ChainVerification, list_chain_heads
from gatehouse.audit.jobs import (
    delete_expired_audit_blocks,
    delete_expired_audit_entries,
    maintain_audit_months,
    seal_settled_entries,
)
from gatehouse.audit.service import announce_event
from gatehouse.directory.tenants.events import TenantUpdated
from gatehouse.directory.tenants.queries import SET_AUDIT_RETENTION
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.jobs import JobContext
from tests.databases import own_database

MINUTE = timedelta(minutes=1)
NOTHING: list[str] = []


@dataclass
class Chain:
    """Three blocks of two entries each, all of one account."""

    owner: Any
    database: Database
    box: Box
    context: JobContext
    tenant_id: UUID
    ids: list[UUID]

    async def announce(self) -> UUID:
        async with self.database.transaction(Scope.tenant(self.tenant_id)) as db:
            self.ids.append(await announce_event(db, TenantUpdated(self.tenant_id), by=SYSTEM))
        return self.ids[-1]

    async def add_block(self) -> None:
        for _ in range(2):
            await self.announce()
            clock.advance_clock(MINUTE)
        clock.advance_clock(10 * MINUTE)
        await seal_settled_entries(self.context)

    async def found(self, known: dict[UUID, ChainHead] | None = None) -> list[str]:
        since = compute_retention_start(clock.now(), 730)
        verification = ChainVerification(
            self.database, self.box, kept_since=since, known=known or {}
        )
        said = [
            finding.what
            for account in await verification.load_tenant_ids()
            async for finding in verification.verify_tenant(account)
            if finding.tenant_id == self.tenant_id
        ]
        self.compared = (verification.entries, verification.blocks)
        return said


@pytest.fixture
async def chain(server_url: str, resources: Any) -> AsyncIterator[Chain]:
    async with opened_chain(server_url, resources) as chain:
        yield chain


@pytest.fixture
async def old_chain(server_url: str, resources: Any) -> AsyncIterator[Chain]:
    """Of four hundred days ago: the database drops by its own time, which no test moves."""
    clock.advance_clock(timedelta(days=-400))
    async with opened_chain(server_url, resources) as chain:
        clock.advance_clock(timedelta(days=400))
        yield chain


@asynccontextmanager
async def opened_chain(server_url: str, resources: Any) -> AsyncIterator[Chain]:
    async with own_database(server_url) as url:
        owner = await asyncpg.connect(url)
        database = await Database.connect(url, connections=3)
        tenant_id = new_id()
        await owner.execute(
            "insert into tenants (id, path, name, created_at, updated_at) values ($1, $2, 'Acme', $3, $3)",
            tenant_id, f"{tenant_id}/", clock.now(),
        )  # fmt: skip
        context = JobContext(database, resources, 0, 1, last_attempt=True)
        chain = Chain(owner, database, resources[Box], context, tenant_id, [])
        for _ in range(3):
            await chain.add_block()
        yield chain
        await database.close()
        await owner.close()


async def test_an_unchanged_audit_is_reported_as_intact(chain: Chain):
    assert await chain.found() == NOTHING
    assert chain.compared == (6, 3)
    await seal_settled_entries(chain.context)
    await chain.announce()  # too young for a block
    assert await chain.found() == NOTHING
    assert chain.compared == (6, 3)


SWAPPED = """
update audits a set created_at = b.created_at from audits b
where (a.id, b.id) in (($1, $2), ($2, $1))
"""
COPIED = """
insert into audits (id, tenant_id, created_at, action, severity)
select gen_random_uuid(), tenant_id, created_at + interval '1 second', action, severity
from audits where id = $1
"""
ENTRIES = [
    ("update audits set description = 'Nothing' where id = $1", (2,), ["entry {2} of"]),
    ("update audits set actor_email = 'x@y.test' where id = $1", (0,), ["entry {0} of"]),
    ("update audits set tenant_id = null where id = $1", (3,), ["{3}, until"]),
    ("delete from audits where id = $1", (1,), ["{1}, until"]),
    ("delete from audits where id = $1", (5,), ["{5}, until"]),
    ("truncate audits", (), [f"{{{one}}}, until" for one in range(6)]),
    (SWAPPED, (2, 3), ["entry {3} of", "entry {2} of"]),
    (COPIED, (2,), ["was added later"]),
    (COPIED, (5,), ["was added later"]),
]


@pytest.mark.parametrize(("statement", "which", "expected"), ENTRIES)
async def test_a_changed_entry_is_found_and_named(chain: Chain, statement, which, expected):
    await chain.owner.execute(statement, *[chain.ids[one] for one in which])
    # What is added at the end is found when the next block is there.
    await chain.add_block()
    found = await chain.found()
    for said, text in zip(found, expected, strict=True):
        assert text.format(*chain.ids) in said


BLOCKS = [
    ("delete from audit_blocks where number = 2", "between block 1 and block 3"),
    ("delete from audit_blocks where number = 1", "what came before block 2 is gone"),
    ("update audit_blocks set number = number + 5 where number = 3", "block 8 is not as it was"),
    ("update audit_blocks set mac = sha256(mac) where number = 2", "block 2 is not as it was"),
    ("update audit_blocks set first_at = now() where number = 3", "block 3 is not as it was"),
]


@pytest.mark.parametrize(("statement", "expected"), BLOCKS)
async def test_a_changed_block_is_found(chain: Chain, statement, expected):
    await chain.owner.execute(statement)
    assert any(expected in said for said in await chain.found())


async def test_an_entry_and_its_block_cannot_be_changed_together(chain: Chain):
    """Knowing how a digest is made is not enough: the key is missing."""
    await chain.owner.execute("update audits set action = 'x' where id = $1", chain.ids[4])
    await chain.owner.execute(
        "update audit_blocks b set digests = (select string_agg(gatehouse_audit_digest(a), ''"
        " order by a.created_at, a.id) from audits a where a.id = any (b.entries)) where number = 3"
    )
    assert await chain.found() == ["block 3 is not as it was written"]


async def test_a_cut_off_end_is_found_by_what_was_written_down_elsewhere(chain: Chain):
    known = {head.tenant_id: head for head in await list_chain_heads(chain.database)}
    await chain.owner.execute("delete from audit_blocks where number = 3")
    await chain.owner.execute("delete from audits where id = any ($1)", chain.ids[4:])
    assert await chain.found() == NOTHING  # nothing in the database says so
    assert await chain.found(known) == [
        "blocks up to 3 were there, and are gone: the end was cut off"
    ]
    await chain.add_block()
    assert await chain.found(known) == ["block 3 is not the one that was written down elsewhere"]


async def test_a_whole_audit_that_is_gone_is_found_by_what_was_written_down_elsewhere(chain: Chain):
    known = {head.tenant_id: head for head in await list_chain_heads(chain.database)}
    await chain.owner.execute("truncate audits, audit_blocks")
    await chain.add_block()
    assert await chain.found(known) == [
        "blocks up to 3 were there, and are gone: the end was cut off"
    ]


async def test_expired_entries_are_not_reported_as_missing(chain: Chain):
    clock.advance_clock(timedelta(days=800))
    await chain.add_block()
    await chain.owner.execute("delete from audits where id = any ($1)", chain.ids[:6])
    await maintain_audit_months(chain.context)
    assert await chain.found() == NOTHING
    await delete_expired_audit_blocks(chain.context)
    assert await chain.owner.fetchval("select array_agg(number) from audit_blocks") == [4]
    assert await chain.found() == NOTHING
    assert chain.compared == (2, 1)


KEPT = "select count(*) from audits where id = any ($1)"


async def keep_for(chain: Chain, days: int | None) -> None:
    async with chain.database.transaction(Scope.system()) as db:
        await SET_AUDIT_RETENTION.run(db, chain.tenant_id, days, clock.now())


async def test_an_account_that_keeps_less_loses_what_is_older_and_nothing_is_missed(
    old_chain: Chain,
):
    chain = old_chain
    await chain.add_block()
    other = new_id()
    async with chain.database.transaction(Scope.tenant(other)) as db:
        old = await announce_event(db, TenantUpdated(other), by=SYSTEM)
    await chain.owner.execute("update audits set created_at = $2 where id = $1", old,
                              clock.now() - timedelta(days=300))  # fmt: skip
    await delete_expired_audit_entries(chain.context)
    assert await chain.owner.fetchval(KEPT, chain.ids) == 8
    await keep_for(chain, 365)
    await delete_expired_audit_entries(chain.context)
    assert await chain.owner.fetchval(KEPT, chain.ids) == 2
    assert await chain.owner.fetchval(KEPT, [old]) == 1
    assert await chain.owner.fetchval("select array_agg(number) from audit_blocks") == [4]
    assert await chain.found() == NOTHING
    # What is gone is not missed either once the account keeps everything again.
    await keep_for(chain, None)
    await delete_expired_audit_entries(chain.context)
    assert await chain.found() == NOTHING


async def test_entries_of_an_account_that_keeps_less_may_be_gone_before_their_blocks(
    old_chain: Chain,
):
    await keep_for(old_chain, 365)
    await old_chain.owner.execute("delete from audits where id = $1", old_chain.ids[0])
    assert await old_chain.found() == NOTHING


async def test_a_forged_retention_in_the_database_hides_no_recent_change(chain: Chain):
    await chain.owner.execute(
        "update tenants set audit_retention_days = 90, audit_kept_from = $1", clock.now()
    )
    await chain.owner.execute("delete from audits where id = $1", chain.ids[0])
    assert [said.split(",")[0] for said in await chain.found()] == [f"entry {chain.ids[0]}"]


async def test_a_year_that_waits_is_caught_up_with_in_steps(chain: Chain, monkeypatch):
    monkeypatch.setattr("gatehouse.audit.chain.seal.STEP", 3)
    for _ in range(10):
        await chain.announce()
        clock.advance_clock(timedelta(days=20))
    await seal_settled_entries(chain.context)
    assert await chain.found() == NOTHING
    entries, blocks = chain.compared
    assert entries == 16
    assert blocks > 3 + 7  # none spans two months


async def test_entries_of_no_account_are_in_a_chain_of_their_own(chain: Chain):
    nobody = UUID(int=0)
    at = clock.now()
    add = (
        "insert into audits (id, tenant_id, created_at, action, severity)"
        " values ($1, null, $2, 'vendor.updated', 'Info')"
    )
    entry = new_id()
    await chain.owner.execute(add, entry, at)
    clock.advance_clock(10 * MINUTE)
    await seal_settled_entries(chain.context)
    chain.tenant_id = nobody
    assert await chain.found() == NOTHING
    await chain.owner.execute("update audits set action = 'x' where id = $1", entry)
    [said] = await chain.found()
    assert f"entry {entry} of" in said
