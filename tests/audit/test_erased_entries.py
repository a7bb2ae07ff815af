"""Entries of an erased user count as unchanged only with the record of that erasure."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.audit.actors import SYSTEM, by_person
from gatehouse.audit.chain.erasure_records import erase_in_audit_entries
from gatehouse.audit.chain.seal import compute_retention_start
from gatehouse.audit.chain.verify import ChainVerification
from gatehouse.audit.jobs import (
    delete_expired_audit_blocks,
    delete_expired_audit_entries,
    seal_settled_entries,
)
from gatehouse.audit.service import announce_event
from gatehouse.directory.groups.events import GroupCreated
from gatehouse.directory.people.events import UserDisabled
from gatehouse.directory.users.events import UserUpdated
from gatehouse.erasure import jobs, rows
from gatehouse.erasure import service as erasure
from gatehouse.identity.sessions.events import SessionsEnded
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Scope
from gatehouse.kit.events import Actor, Event
from gatehouse.kit.units import UnitsFailed
from tests.audit.test_chain import MINUTE, NOTHING, Chain, keep_for, opened_chain

AT_HOME = Client("203.0.113.7", "Firefox")
BACKEND = VendorPrincipal(new_id(), "Backend", ("vendor.*",), AT_HOME)
CHANGES = "gatehouse.erasure.jobs.erase_in_audit_entries"
# The address of a user in tables that are read far apart: id, account, address, time.
TRACES = (
    "insert into bell_notifications (id, tenant_id, event_id, event_key, title, body, severity, created_at)"
    " values ($1, $2, $1, 'x', $3, $3, 'Info', $4)",
    "insert into webhooks (id, tenant_id, display_name, url, event_keys, is_active, created_at, updated_at)"
    " values ($1, $2, $3, 'https://x.test', '{}', false, $4, $4)",
)


class Person:
    """A user in the account of a chain."""

    def __init__(self, chain: Chain, email: str, name: str) -> None:
        self.chain, self.id, self.email, self.name = chain, new_id(), email, name
        self.pseudonym = ""

    async def join(self) -> "Person":
        owner, now = self.chain.owner, clock.now()
        await owner.execute(
            "insert into users (id, email, name, verified, created_at, updated_at)"
            " values ($1, $2, $3, true, $4, $4)",
            self.id, self.email, self.name, now,
        )  # fmt: skip
        await owner.execute(
            "insert into memberships (tenant_id, user_id, activated, created_at)"
            " values ($1, $2, true, $3)",
            self.chain.tenant_id, self.id, now,
        )  # fmt: skip
        return self

    @property
    def actor(self) -> Actor:
        return by_person(self.id, self.email, AT_HOME)

    async def ask(self) -> None:
        chain = self.chain
        async with chain.database.transaction(Scope.system()) as db:
            begun = await erasure.begin_erasure(
                db, chain.context.resources, BACKEND, self.id, f"{self.name} asked"
            )
        self.pseudonym = begun.pseudonym

    async def erase(self) -> None:
        await self.ask()
        await jobs.continue_erasures(self.chain.context)
        clock.advance_clock(10 * MINUTE)
        await jobs.continue_erasures(self.chain.context)


async def say(chain: Chain, event: Event, by: Actor = SYSTEM) -> UUID:
    async with chain.database.transaction(Scope.system()) as db:
        entry = await announce_event(db, event, by=by)
    clock.advance_clock(MINUTE)
    return entry


async def seal(chain: Chain) -> None:
    clock.advance_clock(10 * MINUTE)
    await seal_settled_entries(chain.context)


async def entry(chain: Chain, entry_id: UUID) -> Any:
    return await chain.owner.fetchrow("select * from audits where id = $1", entry_id)


async def erased_in(chain: Chain) -> int:
    verification = ChainVerification(
        chain.database, chain.box, kept_since=compute_retention_start(clock.now(), 730), known={}
    )
    for account in await verification.load_tenant_ids():
        assert [finding.what async for finding in verification.verify_tenant(account)] == NOTHING
    return verification.erased


@pytest.fixture
async def chain(server_url: str, resources: Any) -> AsyncIterator[Chain]:
    async with opened_chain(server_url, resources) as chain:
        yield chain


@pytest.fixture
async def pat(chain: Chain) -> Person:
    return await Person(chain, "al@acme.test", "Al").join()


async def test_what_is_the_persons_goes_and_the_rest_stays(chain: Chain, pat: Person):
    by = await say(chain, GroupCreated(chain.tenant_id, new_id(), "Al"), pat.actor)
    about = await say(chain, UserDisabled(chain.tenant_id, pat.id, pat.email))
    named = await say(
        chain,
        GroupCreated(chain.tenant_id, new_id(), "Also AL@acme.test, pal@acme.test, al@acme.test.x"),
    )
    other = await say(chain, GroupCreated(chain.tenant_id, new_id(), "Al"))
    await seal(chain)
    before = {one: dict(await entry(chain, one)) for one in (by, about, named, other)}
    await pat.erase()

    after = {one: dict(await entry(chain, one)) for one in (by, about, named, other)}
    for one in after:
        kept = ("created_at", "action", "severity", "tenant_id", "actor_kind")
        assert [after[one][name] for name in kept] == [before[one][name] for name in kept]
    assert after[other] == before[other]
    # Who created it is gone; the name of the group is not the person's, though it has the same letters.
    assert after[by]["actor_email"] == pat.pseudonym
    assert (after[by]["ip"], after[by]["user_agent"]) == (None, None)
    assert after[by]["description"] == before[by]["description"] == "Created the group Al"
    assert after[about]["description"] == f"Disabled {pat.pseudonym}"
    assert pat.email not in str(after[about])
    said = f"Also {pat.pseudonym}, pal@acme.test, al@acme.test.x"
    assert after[named]["description"] == f"Created the group {said}"
    assert after[named]["ip"] == before[named]["ip"]
    # Their entries still belong together, by an id that no user has.
    [ids] = {after[by]["actor_user_id"]}
    assert ids not in (pat.id, None)
    assert f'"{ids}"' in after[about]["data"]
    assert await erased_in(chain) == 3


async def test_a_name_goes_where_it_is_the_persons_and_no_part_of_another_word(
    chain: Chain, pat: Person
):
    one = await say(
        chain, UserDisabled(chain.tenant_id, pat.id, "Al, or Alan, Pal or Al-Khwarizmi")
    )
    await pat.erase()
    said = (await entry(chain, one))["description"]
    assert said == f"Disabled {pat.pseudonym}, or Alan, Pal or {pat.pseudonym}-Khwarizmi"


async def test_an_address_of_before_goes_from_what_the_person_did(chain: Chain, pat: Person):
    former = by_person(pat.id, "al.before@acme.test", AT_HOME)
    one = await say(chain, UserUpdated(chain.tenant_id, pat.id, "al.before@acme.test"), former)
    # By now it may belong to another user.
    two = await say(chain, GroupCreated(chain.tenant_id, new_id(), "al.before@acme.test"))
    await pat.erase()
    assert "al.before" not in str(dict(await entry(chain, one)))
    assert "al.before" in (await entry(chain, two))["description"]


async def test_entries_that_are_in_no_block_yet_are_sealed_as_they_are_then(
    chain: Chain, pat: Person
):
    one = await say(chain, UserDisabled(chain.tenant_id, pat.id, pat.email))
    await pat.ask()
    await jobs.continue_erasures(chain.context)
    assert pat.email not in (await entry(chain, one))["description"]
    await seal(chain)
    await jobs.continue_erasures(chain.context)
    await seal(chain)
    assert await erased_in(chain) > 0


async def test_two_people_in_one_entry_are_erased_one_after_the_other(chain: Chain, pat: Person):
    sam = await Person(chain, "sam@acme.test", "Sam").join()
    one = await say(chain, UserDisabled(chain.tenant_id, pat.id, pat.email), sam.actor)
    await seal(chain)
    await pat.erase()
    assert (await entry(chain, one))["actor_email"] == sam.email
    await sam.erase()
    row = await entry(chain, one)
    assert (row["description"], row["actor_email"]) == (f"Disabled {pat.pseudonym}", sam.pseudonym)
    count = "select count(*) from audit_erasures where entry_id = $1"
    assert await chain.owner.fetchval(count, one) == 2
    assert await erased_in(chain) > 0


FORGED = [
    # Further tampering after the erasure, also with a record that says so.
    ("update audits set description = 'x' where id = $1", "was changed"),
    ("update audits set ip = '1.1.1.1' where id = $1", "was changed"),
    ("update audit_erasures set mac = sha256(mac) where entry_id = $1", "was changed"),
    ("update audit_erasures set mac = '' where entry_id = $1", "was changed"),
    ("update audit_erasures set erased_at = erased_at - interval '1 s' where entry_id = $1", "was changed"),
    ("delete from audit_erasures where entry_id = $1", "was changed"),
    ("update audits set description = 'Disabled al@acme.test' where id = $1", "was changed"),
    (
        "with a as (update audits set description = 'x' where id = $1 returning *)"
        " insert into audit_erasures select tenant_id, created_at, entry_id, digest_after,"
        " substring(sha256(digest_after) for 16), erased_at, mac from audit_erasures where entry_id = $1",
        "was changed",
    ),
    (
        "insert into audit_erasures select tenant_id, created_at, entry_id, digest_after,"
        " digest_before, erased_at, mac from audit_erasures where entry_id = $1",
        "not made here",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "said"), FORGED)
async def test_what_no_record_explains_is_found_and_named(
    chain: Chain, pat: Person, statement: str, said: str
):
    one = await say(chain, UserDisabled(chain.tenant_id, pat.id, pat.email))
    await seal(chain)
    await pat.erase()
    assert await chain.found() == NOTHING
    await chain.owner.execute(statement, one)
    [found] = await chain.found()
    assert f"entry {one} of" in found
    assert said in found


async def test_what_was_erased_does_not_come_back_unseen(chain: Chain, pat: Person):
    one = await say(chain, UserDisabled(chain.tenant_id, pat.id, pat.email))
    await seal(chain)
    was = dict(await entry(chain, one))
    await pat.erase()
    await chain.owner.execute(
        "update audits set description = $2, data = $3 where id = $1",
        one, was["description"], was["data"],
    )  # fmt: skip
    [found] = await chain.found()
    assert f"entry {one} of" in found


async def test_a_record_is_for_one_entry_alone(chain: Chain, pat: Person):
    one = await say(chain, UserDisabled(chain.tenant_id, pat.id, pat.email))
    await seal(chain)
    await pat.erase()
    other = chain.ids[0]
    await chain.owner.execute(
        "with other as (select created_at, gatehouse_audit_digest(a) as before from audits a where id = $2),"
        " changed as (update audits a set description = 'x' where id = $2"
        "   returning gatehouse_audit_digest(a) as after)"
        " insert into audit_erasures"
        " select e.tenant_id, o.created_at, $2, o.before, c.after, e.erased_at, e.mac"
        " from audit_erasures e, other o, changed c where e.entry_id = $1",
        one, other,
    )  # fmt: skip
    [found] = await chain.found()
    assert f"entry {other} of" in found


async def test_the_program_changes_nothing_in_the_audit_without_a_record(chain: Chain, pat: Person):
    one = await say(chain, UserDisabled(chain.tenant_id, pat.id, pat.email))
    for statement in (
        "update audits set description = 'x' where id = $1",
        "insert into audit_erasures select tenant_id, created_at, id, '', '', created_at, '' from audits"
        " where id = $1",
    ):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with chain.database.transaction(Scope.system()) as db:
                await (db.connection or await db.open()).execute(statement, one)


async def test_a_stop_in_the_middle_loses_nothing_and_does_nothing_twice(
    chain: Chain, pat: Person, monkeypatch
):
    monkeypatch.setattr(jobs, "ENTRIES", 2)
    said = [await say(chain, UserDisabled(chain.tenant_id, pat.id, pat.email)) for _ in range(5)]
    await seal(chain)
    await pat.ask()
    real, calls = erase_in_audit_entries, 0

    async def stops(*arguments: Any) -> int:
        nonlocal calls
        changed = await real(*arguments)
        calls += 1
        if calls % 2:
            raise ConnectionError
        return changed

    monkeypatch.setattr(CHANGES, stops)
    while True:
        try:
            await jobs.continue_erasures(chain.context)
            break
        except UnitsFailed:
            pass
    clock.advance_clock(10 * MINUTE)
    monkeypatch.setattr(CHANGES, real)
    await jobs.continue_erasures(chain.context)
    await jobs.continue_erasures(chain.context)
    rows = [await entry(chain, one) for one in said]
    assert {row["description"] for row in rows} == {f"Disabled {pat.pseudonym}"}
    records = "select count(*) from audit_erasures where entry_id = any ($1)"
    assert await chain.owner.fetchval(records, said) == 5
    counted = await chain.owner.fetchrow("select * from person_erasures")
    assert counted["entries"] == await chain.owner.fetchval("select count(*) from audit_erasures")
    assert counted["sealed_person"] is None
    assert await erased_in(chain) > 0


@pytest.mark.parametrize(("page", "tables"), [(2, 1000), (1000, 3)])
async def test_however_long_a_step_is_every_row_is_gone_through(
    chain: Chain, pat: Person, monkeypatch, page: int, tables: int
):
    """It ends behind a row, behind a table, or behind as many tables as it takes."""
    monkeypatch.setattr(rows, "PAGE", page)
    monkeypatch.setattr(rows, "TABLES", tables)
    for statement in TRACES:
        for _ in range(3):
            await chain.owner.execute(statement, new_id(), chain.tenant_id, pat.email, clock.now())
    await pat.erase()
    for table in ("bell_notifications", "webhooks"):
        left = f"select array_agg(t::text) from {table} t where tenant_id = $1"
        found = await chain.owner.fetchval(left, chain.tenant_id)
        assert [pat.pseudonym in one for one in found] == [True] * 3, table
        assert pat.email not in str(found)


async def test_what_was_being_written_when_it_began_is_looked_at_too(chain: Chain, pat: Person):
    async with chain.database.transaction(Scope.system()) as late:
        one = await announce_event(
            late, SessionsEnded(chain.tenant_id, pat.id, ended=1), by=pat.actor
        )
        await pat.ask()
        await jobs.continue_erasures(chain.context)
        clock.advance_clock(MINUTE)
    assert (await entry(chain, one))["actor_email"] == pat.email
    await jobs.continue_erasures(chain.context)
    assert (await entry(chain, one))["actor_email"] == pat.email
    clock.advance_clock(5 * MINUTE)
    await jobs.continue_erasures(chain.context)
    assert (await entry(chain, one))["actor_email"] == pat.pseudonym
    assert (await chain.owner.fetchrow("select * from person_erasures"))["finished_at"]


RECORDS = "select count(*) from audit_erasures where tenant_id = $1"


async def with_record(chain: Chain) -> None:
    pat = await Person(chain, "al@acme.test", "Al").join()
    await say(chain, UserDisabled(chain.tenant_id, pat.id, pat.email))
    await seal(chain)
    await pat.erase()
    assert await chain.owner.fetchval(RECORDS, chain.tenant_id)


async def test_records_go_with_their_month(chain: Chain):
    await with_record(chain)
    clock.advance_clock(timedelta(days=800))
    await delete_expired_audit_blocks(chain.context)
    assert await chain.owner.fetchval(RECORDS, chain.tenant_id) == 0


async def test_records_of_an_account_that_keeps_less_go_with_its_entries(
    server_url: str, resources: Any
):
    clock.advance_clock(timedelta(days=-400))
    async with opened_chain(server_url, resources) as chain:
        await with_record(chain)
        clock.advance_clock(timedelta(days=400))
        await delete_expired_audit_entries(chain.context)
        assert await chain.owner.fetchval(RECORDS, chain.tenant_id)
        await keep_for(chain, 365)
        await delete_expired_audit_entries(chain.context)
        assert await chain.owner.fetchval(RECORDS, chain.tenant_id) == 0
