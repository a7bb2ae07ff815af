"""Plans, license seats and relations move when two accounts are merged."""

from collections.abc import AsyncIterator
from datetime import timedelta
from uuid import UUID

import httpx
import pytest

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from tests.audit_log import audit_entries
from tests.backend import new_backend
from tests.entitlements.test_relations import RELATIONS, TYPES, assign, may, stands
from tests.usage.test_usage import ADD_LICENSE
from tests.user_merge.merging import (
    Merging,
    seat,
)
from tests.world import Db, Person, World


@pytest.fixture
async def relations(world: World, db: Db) -> AsyncIterator[httpx.AsyncClient]:
    """With documents that users own."""
    http = (await new_backend(world, ["vendor.*.entitlements"])).http
    for key in ("user", "document"):
        assert (await http.post(TYPES, json={"key": key, "description": key})).status_code == 201
    owner = {"relations": [{"key": "owner", "subjectEntityKeys": ["user"]}]}
    delete = {"actions": [{"key": "delete", "relationKeys": ["owner"]}]}
    for path, body in (("relations", owner), ("actions", delete)):
        assert (await http.post(f"{TYPES}/document/{path}", json=body)).status_code == 201
    yield http
    await db.connection.execute("delete from entity_types")


async def three_licenses(db: Db, tenant_id: UUID) -> list[UUID]:
    first, *others = ids = [new_id() for _ in range(3)]
    await db.connection.execute(ADD_LICENSE, tenant_id, new_id(), first, first.hex)
    for one in others:
        await db.connection.execute(
            "insert into licenses (id, tenant_id, organization_id, name, license_type, is_trial, max_seats,"
            " key, fingerprint, created_at, updated_at)"
            " select $2, tenant_id, organization_id, name, license_type, is_trial, max_seats, $3, $3,"
            " created_at, updated_at from licenses where id = $1",
            first, one, one.hex,
        )  # fmt: skip
    return ids


async def shared(world: World, goes: Person, stays: Person) -> UUID:
    """An account of both."""
    tenant_id = await world.tenant("Shared")
    for one in (goes, stays):
        await world.member_of(tenant_id, one.id)
    return tenant_id


async def test_plans_come_along_once_and_last_as_long_as_either(
    merging: Merging, pair, world: World, db: Db
):
    goes, stays = pair
    tenant_id = await shared(world, goes, stays)
    key = str(new_id())
    plan_id = await db.connection.fetchval(
        "insert into plans (key, name, created_at, updated_at) values ($1, 'Plan', now(), now())"
        " returning id",
        key,
    )
    sooner, later = clock.now() + timedelta(days=1), clock.now() + timedelta(days=9)
    for who, tenant, until in (
        (goes, tenant_id, later),
        (stays, tenant_id, sooner),
        (goes, goes.tenant_id, None),
    ):
        await db.connection.execute(
            "insert into entitlements (id, tenant_id, user_id, plan_id, expires_at, created_at, updated_at)"
            " values ($1, $2, $3, $4, $5, now(), now())",
            new_id(), tenant, who.id, plan_id, until,
        )  # fmt: skip
    await merging.merge(goes, stays)
    rows = await db.connection.fetch(
        "select tenant_id, user_id, expires_at from entitlements where plan_id = $1", plan_id
    )
    assert {(row["tenant_id"], row["user_id"], row["expires_at"]) for row in rows} == {
        (tenant_id, stays.id, later),
        (goes.tenant_id, stays.id, None),
    }
    await db.connection.execute("delete from plans where id = $1", plan_id)


async def test_one_person_has_one_seat_of_a_license(merging: Merging, pair, world: World, db: Db):
    goes, stays = pair
    by_address, by_id, only = await three_licenses(db, goes.tenant_id)
    kept = await seat(db, goes.tenant_id, by_address, goes.email.upper(), minutes=30)
    await seat(db, goes.tenant_id, by_address, stays.email)
    await seat(db, goes.tenant_id, by_id, str(goes.id))
    longer = await seat(db, goes.tenant_id, by_id, str(stays.id), minutes=30)
    moved = await seat(db, goes.tenant_id, only, goes.email)
    stranger_id = await seat(db, goes.tenant_id, only, "somebody else")
    await merging.merge(goes, stays)
    rows = await db.connection.fetch(
        "select id, holder from license_seats where tenant_id = $1", goes.tenant_id
    )
    assert {row["id"]: row["holder"] for row in rows} == {
        kept: stays.email,
        longer: str(stays.id),
        moved: stays.email,
        stranger_id: "somebody else",
    }
    freed = len(await audit_entries(world, goes.tenant_id, "license.seat_freed"))
    assert freed == 2


async def test_relations_go_over_and_last_as_long_as_either(
    merging: Merging, pair, relations: httpx.AsyncClient
):
    goes, stays = pair
    soon, later, last = [clock.now() + timedelta(days=days) for days in (1, 2, 3)]
    await assign(
        relations,
        stands(f"user:{goes.id}", "owner", "only"),
        stands(f"user:{goes.id}", "owner", "both", activeUntil=later.isoformat()),
        stands(f"user:{stays.id}", "owner", "both", activeUntil=soon.isoformat()),
        stands(f"user:{goes.id}", "owner", "apart", activeFrom=later.isoformat()),
        stands(f"user:{stays.id}", "owner", "apart", activeUntil=soon.isoformat()),
        stands(f"user:{stays.id}", "owner", "longer", activeUntil=last.isoformat()),
        stands(f"user:{goes.id}", "owner", "longer", activeUntil=soon.isoformat()),
        stands("user:somebody", "owner", "only"),
    )
    await merging.merge(goes, stays)
    items = (await relations.get(f"{RELATIONS}/assignments")).json()["items"]
    kept = {
        (one["targetKey"], one["subjectKey"]): (one.get("activeFrom"), one.get("activeUntil"))
        for one in items
    }
    ends = {name: at.isoformat().replace("+00:00", "Z") for name, at in
            (("soon", soon), ("later", later), ("last", last))}  # fmt: skip
    assert kept == {
        ("only", str(stays.id)): (None, None),
        ("both", str(stays.id)): (None, ends["later"]),
        ("apart", str(stays.id)): (None, ends["soon"]),
        ("longer", str(stays.id)): (None, ends["last"]),
        ("only", "somebody"): (None, None),
    }
    assert await may(relations, f"user:{stays.id}", "delete", "only")


STANDING = """
insert into relation_assignments (target_type_key, target_key, relation_key, subject_type_key, subject_key,
  created_at) values ('user', $1, 'manager', 'user', $2, now())
"""
MANAGER = "insert into entity_relations values ('user', 'manager', '{user}') on conflict do nothing"


async def test_relations_go_over_where_others_stand_to_the_person(
    merging: Merging, db: Db, pair, relations: httpx.AsyncClient
):
    goes, stays = pair
    await db.connection.execute(MANAGER)
    for target, subject in (
        (goes, "boss"),
        (stays, "boss"),
        (goes, str(stays.id)),
        (goes, "deputy"),
    ):
        await db.connection.execute(STANDING, str(target.id), subject)
    await merging.merge(goes, stays)
    rows = await db.connection.fetch(
        "select target_key, subject_key from relation_assignments where relation_key = 'manager'"
    )
    assert {tuple(row) for row in rows} == {(str(stays.id), "boss"), (str(stays.id), "deputy")}
