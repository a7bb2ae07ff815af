"""The ids of another tenant's rows, of each kind, in each place of each route that takes an id."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from uuid import UUID

import asyncpg
import pytest

from gatehouse.kit.db import Db
from tests.security.routes import Operation
from tests.security.tenant_rows import FILL, ids_of, rows_of, tenant_tables
from tests.security.test_every_route import EMAIL_DOMAINS, IDENTITY, IP_RESTRICTIONS, closed
from tests.world import Person, World


@pytest.fixture
async def foreign(world: World, db: Db, database_url: str) -> AsyncIterator[Person]:
    """A user of another tenant that has a row of every kind."""
    async with tenant_with_every_row(world, db, database_url) as who:
        yield who


@asynccontextmanager
async def tenant_with_every_row(
    world: World, db: Db, database_url: str, tenant_id: UUID | None = None
) -> AsyncIterator[Person]:
    """Its administrator."""
    who = await world.person("Admin", permissions=("fe.secure.read.users",), tenant_id=tenant_id)
    browser = who.browser
    for path, rule in (
        ("lockout-policy", {"enabled": True}),
        ("password-history-policy", {"enabled": True}),
        ("mfa-policy", {"enforceMFAType": "DontForce"}),
        ("impersonation-policy", {"enabled": True}),
        ("password-rotation", {"isActive": False}),
    ):
        answer = await browser.post(f"{IDENTITY}/configurations/v1/{path}", json=rule)
        assert answer.is_success, path
    forced = {"enforceMFAType": "DontForce"}
    await browser.post(f"{IDENTITY}/configurations/v1/mfa-policy", json=forced)
    await browser.post(IP_RESTRICTIONS, json={"ip": "192.0.2.1"})
    await browser.post(f"{IP_RESTRICTIONS}/config", json={"isActive": False})
    await browser.post(EMAIL_DOMAINS, json={"domain": "example.org", "type": "BLOCK"})
    limits = {"sessionIdleTimeoutConfiguration": {"isActive": False, "timeout": 3600}}
    await browser.post(f"{IDENTITY}/configurations/sessions/v1", json=limits)
    assert (await browser.post("/api/v1/organization", json={"name": "Acme"})).status_code == 201
    await browser.post(f"{IDENTITY}/tenants/invites/v1/user", json={})
    await db.connection.execute(FILL, who.tenant_id, who.id)
    await _record_an_erasure(database_url, who)
    yield who
    # What the vendor's own lists would show.
    await world.configure("delete from applications where name = 'Console of theirs'")
    await world.configure(f"delete from deleted_tenants where tenant_id = '{who.tenant_id}'")
    await world.configure(f"delete from approval_flows where tenant_id = '{who.tenant_id}'")
    await world.configure(f"delete from entitlements where tenant_id = '{who.tenant_id}'")
    await world.configure(f"delete from plans where key = '{who.id}'")


async def _record_an_erasure(database_url: str, who: Person) -> None:
    """The program itself writes none."""
    owner = await asyncpg.connect(database_url)
    await owner.execute(
        "insert into audit_erasures (tenant_id, created_at, entry_id, digest_before, digest_after, erased_at,"
        " mac) values ($1, now(), $2, '', '', now(), '')",
        who.tenant_id,
        who.id,
    )
    await owner.close()


# What stands in these paths is no row's.
NAME_NO_ROW = {
    "GET /metadata/ip/{ip}",
    # The vendor's plans are public.
    "GET /subscriptions/resources/billing/plans/v1/{plan_id}",
}


@pytest.mark.parametrize("half", range(2))
async def test_ids_of_another_tenant_are_not_found(
    world: World, db: Db, document: list[Operation], foreign: Person, half: int
):
    """Every id that another tenant has, in each place of each route. In halves, which two processes share."""
    await _are_nothing(db, document[half::2], await world.person("Admin"), foreign)


async def test_ids_of_a_parent_account_are_not_found_below(
    world: World, db: Db, document: list[Operation], foreign: Person
):
    """Here and beside, only ids of the kind that a route takes: every other is asked with above."""
    below = await world.tenant("Below", parent=foreign.tenant_id)
    admin = await world.person("Admin", tenant_id=below)
    await _are_nothing(db, document, admin, foreign, of_its_kind)


async def test_ids_of_a_sibling_account_are_not_found(
    world: World, db: Db, document: list[Operation], foreign: Person
):
    top = await world.tenant("Top")
    await world.configure(
        "update tenants set parent_id = $1, path = $1::uuid || '/' || id || '/' where id = $2",
        top, foreign.tenant_id,
    )  # fmt: skip
    admin = await world.person("Admin", tenant_id=await world.tenant("Beside", parent=top))
    await _are_nothing(db, document, admin, foreign, of_its_kind)


Ids = dict[str, str]


def of_its_kind(one: Operation, ids: Ids) -> Ids:
    """Ids of the columns that the path names, and those of tenant and person for everything else."""
    columns = {"tenant_id", "user_id", "role_id", *one.in_path}
    tables = {name.removesuffix("_id") for name in one.in_path}
    kinds: dict[str, str] = {}
    for place, identifier in ids.items():
        table, _, column = place.partition(".")
        kind = f"{table}.id" if any(name in table for name in tables) else column
        if column in columns or (column == "id" and kind == place):
            kinds.setdefault(kind, identifier)
    return kinds


def each_once(_: Operation, ids: Ids) -> Ids:
    """Every id, with the first place that it stands in."""
    places = {identifier: place for place, identifier in reversed(ids.items())}
    return {place: identifier for identifier, place in places.items()}


async def _are_nothing(
    db: Db,
    asked_of: list[Operation],
    admin: Person,
    foreign: Person,
    choose: Callable[[Operation, Ids], Ids] = each_once,
) -> None:
    assert (
        await admin.browser.post("/api/v1/organization", json={"name": "Acme"})
    ).status_code == 201
    ids = await ids_of(db, foreign.tenant_id)
    filled = {place.partition(".")[0] for place in ids}
    assert set(await tenant_tables(db)) == filled
    before = await rows_of(db, foreign.tenant_id)
    asked = 0
    for one in closed(asked_of):
        if one.for_vendor or not one.names_ids or str(one) in NAME_NO_ROW:
            continue
        for place, identifier in choose(one, ids).items():
            answer = await one.call(admin.browser, identifier)
            told = f"{one} with {place}: {answer.status_code} {answer.text[:300]}"
            assert answer.status_code < 500, told
            assert foreign.email not in answer.text, told
            if one.in_path:
                # An id of another shape (`sub_…`) is malformed where only UUIDs are.
                assert answer.status_code in (404, 400 if "_" in identifier else 404), told
            asked += 1
    assert asked > 50
    assert await rows_of(db, foreign.tenant_id) == before
