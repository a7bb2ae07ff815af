"""How the installation does, and what becomes of jobs that gave up."""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from gatehouse.access.signing_keys import KeyRing
from gatehouse.access.staff_role import StaffRole
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from tests.audit_log import entries_of_all_tenants
from tests.databases import opened
from tests.staff import Staff, dismiss_all, hire
from tests.world import Db, World

MIGRATIONS = Path(__file__).parents[2] / "src" / "gatehouse" / "migrations"
SYSTEM = "/vendor/resources/system/v1"
NAME = "test.gave_up"


@pytest.fixture
async def owner(world: World, database: Database) -> AsyncIterator[Staff]:
    await dismiss_all(database)
    yield await hire(world, StaffRole.OWNER)
    await dismiss_all(database)
    async with opened(database, Scope.system()) as db:
        await db.connection.execute("delete from pgqueuer where entrypoint = $1", NAME)
        await db.connection.execute("delete from pgqueuer_log where entrypoint = $1", NAME)


async def gave_up(db: Db, key: str | None = None, status: str = "failed") -> int:
    job_id: int = await db.connection.fetchval(
        "insert into pgqueuer (priority, entrypoint, status, attempts, dedupe_key, execute_after)"
        " values (0, $1, $2::text::pgqueuer_status, 7, $3, now() + interval '1 day') returning id",
        NAME, status, key,
    )  # fmt: skip
    await db.connection.execute(
        "insert into pgqueuer_log (job_id, status, priority, entrypoint, traceback)"
        """ values ($1, 'exception', 0, $2,
            '{"exception_type": "TimeoutError", "exception_message": "Nobody answered"}')""",
        job_id, NAME,
    )  # fmt: skip
    return job_id


async def test_versions_and_keys_are_told(owner: Staff):
    told = (await owner.browser.get(SYSTEM)).json()
    assert told["version"]
    assert told["database"]["version"][0].isdigit()
    assert told["database"]["sizeBytes"] > 0
    assert {one["purpose"] for one in told["keys"]} >= {"tokens"}
    assert "sealed" not in str(told)


async def test_payment_events_that_cannot_be_applied_are_counted(owner: Staff, db: Db):
    before = (await owner.browser.get(SYSTEM)).json()["stuckPaymentEvents"]
    event_id = f"evt_{uuid4().hex}"
    await db.connection.execute(
        "insert into provider_events (id, provider, type, occurred_at, received_at, payload)"
        " values ($1, 'paddle', 'subscription.created', $2, $2, '{}')",
        event_id, clock.now() - timedelta(days=1),
    )  # fmt: skip
    shown = (await owner.browser.get(SYSTEM)).json()["stuckPaymentEvents"]
    await db.connection.execute("delete from provider_events where id = $1", event_id)
    assert shown == before + 1


async def test_a_job_that_gave_up_is_shown_and_runs_again(owner: Staff, world: World, db: Db):
    job_id = await gave_up(db)
    listed = (await owner.browser.get(f"{SYSTEM}/jobs")).json()
    [job] = [one for one in listed["failed"] if one["id"] == job_id]
    assert (job["name"], job["error"], job["message"]) == (NAME, "TimeoutError", "Nobody answered")
    assert (await owner.browser.post(f"{SYSTEM}/jobs/{job_id}/retry")).status_code == 204
    status, attempts = await db.connection.fetchrow(
        "select status::text, attempts from pgqueuer where id = $1", job_id
    )
    assert (status, attempts) == ("queued", 0)
    again = await owner.browser.post(f"{SYSTEM}/jobs/{job_id}/retry")
    assert (again.status_code, again.json()["errorCode"]) == (404, "system.job_not_found")
    [said] = await entries_of_all_tenants(world, "system.job_retried", owner.person.email)
    assert said["description"] == f"Retried the failed job {NAME} ({job_id})"


async def test_failed_jobs_come_in_pages_and_are_counted(owner: Staff, db: Db):
    made = [await gave_up(db) for _ in range(103)]
    first = (await owner.browser.get(f"{SYSTEM}/jobs")).json()
    second = (await owner.browser.get(f"{SYSTEM}/jobs?_offset=100&_limit=100")).json()
    assert len(first["failed"]) == 100
    shown = [one["id"] for one in first["failed"] + second["failed"]]
    assert first["failedTotal"] == second["failedTotal"] == len(shown) == len(set(shown))
    assert set(made) <= set(shown)
    assert (await owner.browser.get(f"{SYSTEM}/jobs?_limit=201")).status_code == 400


async def test_queued_jobs_are_counted_by_name(owner: Staff, db: Db):
    await gave_up(db, status="queued")
    listed = (await owner.browser.get(f"{SYSTEM}/jobs")).json()
    [waiting] = [one for one in listed["waiting"] if one["name"] == NAME]
    assert (waiting["waiting"], waiting["later"]) == (1, 1)
    assert listed["failed"] == [one for one in listed["failed"] if one["name"] != NAME]


async def test_a_failed_job_that_is_queued_again_can_only_be_dropped(owner: Staff, db: Db):
    key = f"test:{uuid4()}"
    job_id = await gave_up(db, key)
    await gave_up(db, key, "queued")
    refused = await owner.browser.post(f"{SYSTEM}/jobs/{job_id}/retry")
    assert (refused.status_code, refused.json()["errorCode"]) == (409, "system.job_waits_again")
    assert (await owner.browser.delete(f"{SYSTEM}/jobs/{job_id}")).status_code == 204
    assert (await owner.browser.delete(f"{SYSTEM}/jobs/{job_id}")).status_code == 404
    assert (await owner.browser.delete(f"{SYSTEM}/jobs/0")).status_code == 400


async def test_support_reads_it_and_changes_nothing(world: World, owner: Staff, db: Db):
    support = await hire(world, StaffRole.SUPPORT)
    job_id = await gave_up(db)
    assert (await support.browser.get(f"{SYSTEM}/jobs")).status_code == 200
    assert (await support.browser.post(f"{SYSTEM}/jobs/{job_id}/retry")).status_code == 403
    assert (await support.browser.delete(f"{SYSTEM}/jobs/{job_id}")).status_code == 403
    finance = await hire(world, StaffRole.FINANCE)
    assert (await finance.browser.get(SYSTEM)).status_code == 403


async def test_an_owner_rotates_the_key_that_signs(owner: Staff, world: World, db: Db):
    rotated_at = clock.now()
    rotated = await owner.browser.post(f"{SYSTEM}/keys/rotate", json={"algorithm": "RS256"})
    try:
        assert rotated.status_code == 204, rotated.text
        keys = (await owner.browser.get(SYSTEM)).json()["keys"]
        [new] = [
            one
            for one in keys
            if one["algorithm"] == "RS256"
            and datetime.fromisoformat(one["activeFrom"]) > rotated_at
        ]
        published = (await owner.browser.get("/.well-known/jwks.json")).json()["keys"]
        assert new["id"] in {one["kid"] for one in published}
        again = await owner.browser.post(f"{SYSTEM}/keys/rotate", json={"algorithm": "RS256"})
        assert (again.status_code, again.json()["errorCode"]) == (409, "system.key_waits")
        [said] = await entries_of_all_tenants(world, "system.key_rotated", owner.person.email)
        assert new["id"] in said["description"]
    finally:
        await db.connection.execute("delete from signing_keys where active_from > $1", rotated_at)
        await world.resources[KeyRing].load()


async def test_rotating_a_key_needs_an_owner_with_recent_mfa(owner: Staff, world: World, db: Db):
    support = await hire(world, StaffRole.SUPPORT)
    refused = await support.browser.post(f"{SYSTEM}/keys/rotate", json={})
    assert refused.json()["errorCode"] == "access.missing_permission"
    unknown = await owner.browser.post(f"{SYSTEM}/keys/rotate", json={"algorithm": "none"})
    assert unknown.status_code == 400
    await db.connection.execute(
        "update sessions set auth_time = $2 where id = $1",
        owner.person.session_id, clock.now() - timedelta(minutes=16),
    )  # fmt: skip
    late = await owner.browser.post(f"{SYSTEM}/keys/rotate", json={})
    assert (late.status_code, late.json()["errorCode"]) == (403, "access.step_up_needed")


async def test_upgrades_are_listed_with_their_descriptions(owner: Staff):
    shown = (await owner.browser.get(SYSTEM)).json()["migrations"]
    assert 0 < len(shown) <= 20
    assert shown == sorted(shown, key=lambda one: one["name"], reverse=True)
    for one in shown:
        text = (MIGRATIONS / f"{one['name']}.sql").read_text().replace("-- ", "").replace("\n", " ")
        assert one["note"] in text
    assert any(one["note"] for one in shown)
