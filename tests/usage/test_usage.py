"""What an account has used, by month."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from tests.audit.entries import add, add_many
from tests.world import Db, Person, World

USAGE = "/usage/resources/v1"
SIGNED_IN, MADE_TOKEN = "user.authenticated", "api_token.created"

ADD_LICENSE = """
  with owner as (
    insert into organizations (id, tenant_id, name, billing_email, created_at)
    values ($2, $1, 'Acme', 'billing@acme.test', now())
  )
  insert into licenses (id, tenant_id, organization_id, name, license_type, is_trial, max_seats,
    key, fingerprint, created_at, updated_at)
  values ($3, $1, $2, 'Studio', 'teams', false, 5, $4, $4, now(), now())
"""
ADD_USE = """
  insert into license_usage (tenant_id, license_id, id, type, subject, at, received_at)
  values ($1, $2, $3, 'session', $4, $5, $5)
"""


def months_ago(count: int) -> datetime:
    """The tenth of a month."""
    now = clock.now()
    place = now.year * 12 + now.month - 1 - count
    return datetime(place // 12, place % 12 + 1, 10, tzinfo=UTC)


@pytest.fixture
async def reader(world: World, db: Db) -> Person:
    """Of an account that is old."""
    person = await world.person("ReadOnly")
    await db.connection.execute(
        "update tenants set created_at = $2 where id = $1", person.tenant_id, months_ago(3)
    )
    return person


async def usage(person: Person) -> list[dict[str, Any]]:
    answer = await person.browser.get(USAGE)
    assert answer.status_code == 200, answer.text
    months: list[dict[str, Any]] = answer.json()["months"]
    return months


async def test_people_sign_ins_and_tokens_are_counted_by_month(
    reader: Person, db: Db, world: World
):
    tenant, ada, bob = reader.tenant_id, uuid4(), uuid4()
    last = months_ago(1)
    for who in (ada, ada, bob):
        await add(db, tenant, SIGNED_IN, user_id=who, at=last)
    await add(db, tenant, SIGNED_IN, user_id=ada, at=months_ago(2))
    await add(db, tenant, MADE_TOKEN, user_id=ada, at=last)
    await add(db, tenant, "user.failed_authentication", at=last)
    await add(db, await world.tenant("Globex"), SIGNED_IN, user_id=ada, at=last)
    found = await usage(reader)
    assert [one["month"] for one in found] == [f"{months_ago(ago):%Y-%m}" for ago in (3, 2, 1, 0)]
    assert found[1:3] == [
        {
            "month": f"{months_ago(2):%Y-%m}",
            "activePeople": 1,
            "signIns": 1,
            "tokensCreated": 0,
            "seats": None,
            "apiCalls": 0,
        },
        {
            "month": f"{last:%Y-%m}",
            "activePeople": 2,
            "signIns": 3,
            "tokensCreated": 1,
            "seats": None,
            "apiCalls": 0,
        },
    ]


async def license_of(db: Db, tenant_id: UUID) -> UUID:
    license_id = new_id()
    await db.connection.execute(ADD_LICENSE, tenant_id, new_id(), license_id, uuid4().hex)
    return license_id


async def test_seats_are_the_users_of_a_licensed_tool(reader: Person, db: Db, world: World):
    license_id = await license_of(db, reader.tenant_id)
    at = months_ago(1)
    for number, subject in enumerate(("ann", "ann", "build-01")):
        await db.connection.execute(
            ADD_USE, reader.tenant_id, license_id, f"event-{number}", subject, at
        )
    found = await usage(reader)
    assert [one["seats"] for one in found] == [0, 0, 2, 0]
    stranger = await world.person("ReadOnly")
    assert {one["seats"] for one in await usage(stranger)} == {None}


async def test_an_account_with_much_use_sees_fewer_months_and_no_partial_ones(
    reader: Person, db: Db
):
    start = months_ago(1).replace(day=1)
    await add_many(db, reader.tenant_id, 50_001, before=start + timedelta(hours=10))
    found = await usage(reader)
    assert [one["month"] for one in found] == [f"{months_ago(ago):%Y-%m}" for ago in (1, 0)]
    assert found[0]["signIns"] == 36_000


async def test_months_that_the_account_no_longer_keeps_are_left_out(reader: Person, db: Db):
    """They would be shown as months in which nothing happened."""
    await db.connection.execute(
        "update tenants set created_at = $2, audit_retention_days = 90 where id = $1",
        reader.tenant_id, months_ago(11),
    )  # fmt: skip
    shown = [one["month"] for one in await usage(reader)]
    oldest = clock.now() - timedelta(days=90)
    assert shown[0] == f"{oldest:%Y-%m}"
    assert shown[-1] == f"{clock.now():%Y-%m}"
    # What was let go does not come back with a longer time.
    await db.connection.execute(
        "update tenants set audit_retention_days = null, audit_kept_from = $2 where id = $1",
        reader.tenant_id, months_ago(1).replace(day=1),
    )  # fmt: skip
    assert [one["month"] for one in await usage(reader)] == [
        f"{months_ago(ago):%Y-%m}" for ago in (1, 0)
    ]


async def test_usage_needs_permission(world: World):
    nobody = await world.person(permissions=("fe.secure.read.audits",))
    assert (await nobody.browser.get(USAGE)).status_code == 403
    somebody = await world.person(permissions=("fe.usage.read",))
    assert (await somebody.browser.get(USAGE)).status_code == 200
