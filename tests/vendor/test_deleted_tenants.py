"""A deleted account can be taken back until its grace is over; then nothing of it is left."""

import asyncio
import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from gatehouse.access.vendor import StaffRole
from gatehouse.directory.sub_accounts.deletion import queries
from gatehouse.directory.sub_accounts.deletion.service import start_erasing
from gatehouse.directory.sub_accounts.deletion.settings import DeletionSettings
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.jobs import enqueue
from gatehouse.kit.leavings import Leaving
from gatehouse.kit.resources import Resources
from tests.databases import opened
from tests.identity.browser import ME
from tests.identity.passwordless_steps import refusal
from tests.identity.signup_steps import new_address, sign_up_and_activate
from tests.vendor.caller import new_backend
from tests.vendor.deleted import DELETED, GRACE, V1, Clockwork, delete, erase, listed, restore
from tests.vendor.staff import dismiss_all, hire
from tests.vendor.test_tenants import V2, actions, made
from tests.vendor.test_users import signs_in
from tests.world import Db, Person, World

SUB_ACCOUNTS = "/tenants/resources/sub-tenants/v1"
A_MOMENT = timedelta(seconds=1)


@pytest.fixture
async def backend(world: World) -> httpx.AsyncClient:
    return (await new_backend(world)).http


@pytest.fixture
def clockwork(resources: Resources, run_jobs) -> Clockwork:
    return Clockwork(resources, run_jobs)


@pytest.fixture
def no_grace(resources: Resources) -> Iterator[None]:
    before = resources[DeletionSettings]
    resources.add(DeletionSettings, DeletionSettings(deleted_account_grace_days=0))
    yield
    resources.add(DeletionSettings, before)


async def named(db: Db, tenant_id: object, alias: str) -> None:
    await db.connection.execute(
        "update tenants set alias = $2, login_url = 'https://x.test' where id::text = $1::text",
        str(tenant_id), alias,
    )  # fmt: skip


async def people(db: Db, *tenant_ids: object) -> int:
    count = "select count(*) from memberships where tenant_id::text = any ($1)"
    found: int = await db.connection.fetchval(count, [str(one) for one in tenant_ids])
    return found


async def every_action(db: Db, tenant_id: object) -> list[str]:
    rows = await db.connection.fetch(
        "select action from audits where tenant_id::text = $1 order by id", str(tenant_id)
    )
    return [row["action"] for row in rows]


async def family(backend: httpx.AsyncClient) -> tuple[str, str]:
    """An account and one below it."""
    top = str((await made(backend, name="Top"))["id"])
    return top, str((await made(backend, name="Low", parentTenantId=top))["id"])


async def somebody_waits(db: Db) -> None:
    """For what this transaction holds."""
    waits = """
      select exists (
        select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid)))
    """
    async with asyncio.timeout(30):
        while not await db.connection.fetchval(waits):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_a_deleted_account_comes_back_as_it_was(
    backend, asgi, world: World, db: Db, clockwork: Clockwork
):
    address, alias = new_address(), f"a{uuid4().hex[:12]}"
    user_id, tenant_id = await sign_up_and_activate(asgi, world, clockwork.run_jobs, address)
    owner = await world.sign_in(user_id, tenant_id, address)
    child = await made(backend, name="Below", parentTenantId=str(tenant_id))
    below = await world.person("Admin", tenant_id=UUID(str(child["id"])))
    # Also what looks like the mark of erased accounts.
    metadata = {"metadata": {"erased": True}}
    assert (await backend.post(f"{V1}/{tenant_id}/metadata", json=metadata)).status_code == 201
    await named(db, tenant_id, alias)
    before = (await backend.get(f"{V2}/{tenant_id}")).json()

    await delete(backend, tenant_id)
    await clockwork.erase()
    assert (await owner.browser.get(ME)).status_code == 401
    assert (await signs_in(asgi, address))[0] != 200
    assert refusal(await backend.get(f"{V2}/{tenant_id}")) == (404, "tenants.not_found")
    assert refusal(await backend.get(f"{V2}/alias/{alias}")) == (404, "tenants.not_found")
    (row,) = await listed(backend, tenant_id, below.tenant_id)
    assert (row["id"], row["name"], row["alias"]) == (str(tenant_id), before["name"], alias)
    assert (row["accountsBelow"], row["isBeingErased"]) == (1, False)
    taken, gone = [datetime.fromisoformat(row[key]) for key in ("deletedAt", "eraseAt")]
    assert gone - taken == GRACE
    assert await people(db, tenant_id, below.tenant_id) == 2

    answer = await restore(backend, tenant_id)
    assert answer.status_code == 200, answer.text
    after = (await backend.get(f"{V2}/{tenant_id}")).json()
    assert answer.json() == after == before | {"updatedAt": after["updatedAt"]}
    assert await listed(backend, tenant_id) == []
    assert (await backend.get(f"{V2}/{below.tenant_id}")).status_code == 200
    # Who was signed in is not any more; everybody comes in as before.
    await clockwork.run_jobs()
    for person in (owner, below):
        assert (await person.browser.get(ME)).status_code == 401
    assert (await signs_in(asgi, address))[0] == 200
    assert (await actions(db, tenant_id))[-2:] == ["tenant.deleted", "tenant.restored"]
    # Its time of before is over, not its own.
    await clockwork.erase(GRACE + A_MOMENT)
    assert await people(db, tenant_id, below.tenant_id) == 2


async def test_nobody_signed_in_comes_back_by_a_quick_restore(
    backend, world: World, clockwork: Clockwork
):
    """Before the job that ends the sessions has run."""
    who = await world.person("Admin")
    await delete(backend, who.tenant_id)
    assert (await restore(backend, who.tenant_id)).status_code == 200
    await clockwork.run_jobs()
    assert (await who.browser.get(ME)).status_code == 401


async def test_it_is_erased_when_its_grace_is_over_and_not_before(
    backend, world: World, db: Db, clockwork: Clockwork
):
    who = await world.person("Admin")
    child = await made(backend, parentTenantId=str(who.tenant_id), creatorEmail="a@b.test")
    below = await world.person("Admin", tenant_id=UUID(str(child["id"])))
    both = (who.tenant_id, below.tenant_id)
    await delete(backend, who.tenant_id)
    await clockwork.erase(GRACE - timedelta(minutes=1))
    assert await people(db, *both) == 2
    await clockwork.erase(timedelta(minutes=1))
    assert await people(db, *both) == 0
    marks = "select count(*) from tenants where id = any ($1) and metadata = '{\"erased\": true}'"
    assert await db.connection.fetchval(f"{marks} and creator_email is null", both) == 2

    late = (await new_backend(world)).http
    assert await listed(late, *both) == []
    for call in (restore(late, who.tenant_id), erase(late, who.tenant_id)):
        assert refusal(await call) == (409, "tenants.erased")
    exported = await late.get(f"{V1}/{who.tenant_id}/export")
    assert refusal(exported) == (409, "tenants.erased")
    for one in both:
        assert (await every_action(db, one))[-1] == "tenant.erased"
    await clockwork.erase(timedelta(hours=2))
    assert (await every_action(db, who.tenant_id)).count("tenant.erased") == 1


@pytest.mark.usefixtures("no_grace")
async def test_without_grace_it_is_erased_at_once(
    backend, world: World, db: Db, clockwork: Clockwork
):
    who = await world.person("Admin")
    shown = await backend.get(f"{V1}/{who.tenant_id}/deletion")
    assert shown.json()["graceDays"] == 0
    await delete(backend, who.tenant_id)
    (row,) = await listed(backend, who.tenant_id)
    assert row["isBeingErased"] is True
    assert refusal(await restore(backend, who.tenant_id)) == (409, "tenants.being_erased")
    await clockwork.run_jobs()
    assert await people(db, who.tenant_id) == 0


async def test_it_is_erased_before_its_time_when_somebody_says_so(
    backend, world: World, db: Db, clockwork: Clockwork
):
    who = await world.person("Admin")
    assert refusal(await erase(backend, who.tenant_id)) == (409, "tenants.not_deleted")
    await delete(backend, who.tenant_id)
    answer = await erase(backend, who.tenant_id)
    assert (answer.status_code, answer.content) == (202, b"")
    for call in (restore(backend, who.tenant_id), erase(backend, who.tenant_id)):
        assert refusal(await call) == (409, "tenants.being_erased")
    exported = await backend.get(f"{V1}/{who.tenant_id}/export")
    assert refusal(exported) == (409, "tenants.being_erased")
    await clockwork.run_jobs()
    assert await people(db, who.tenant_id) == 0
    assert (await every_action(db, who.tenant_id))[-2:] == [
        "tenant.erasure_ordered", "tenant.erased",
    ]  # fmt: skip
    assert refusal(await erase(backend, who.tenant_id)) == (409, "tenants.erased")


async def test_what_is_unknown_or_alive_is_refused(backend):
    one = str((await made(backend))["id"])
    assert refusal(await restore(backend, one)) == (409, "tenants.not_deleted")
    for call in (restore, erase):
        assert refusal(await call(backend, uuid4())) == (404, "tenants.not_found")
    assert refusal(await backend.get(f"{V1}/{uuid4()}/deletion")) == (404, "tenants.not_found")
    await delete(backend, one)
    assert refusal(await backend.get(f"{V1}/{one}/deletion")) == (404, "tenants.not_found")


async def test_it_says_before_what_would_happen(backend):
    top, low = await family(backend)
    await made(backend, parentTenantId=low)
    gone = str((await made(backend, parentTenantId=top))["id"])
    await delete(backend, gone)
    said = (await backend.get(f"{V1}/{top}/deletion")).json()
    assert (said["graceDays"], said["accountsBelow"]) == (30, 2)
    until = datetime.fromisoformat(said["eraseAt"]) - clock.now() - GRACE
    assert abs(until) < timedelta(minutes=1)


async def test_the_list_is_paged_searched_and_sorted(backend):
    word = uuid4().hex[:10]
    ids = [str((await made(backend, name=f"{name} {word}"))["id"]) for name in ("B", "a", "C")]
    for one in ids:
        await delete(backend, one)

    async def found(**query: object) -> list[str]:
        answer = await backend.get(DELETED, params={"_filter": word.upper(), **query})
        body: dict[str, Any] = answer.json()
        assert body["_metadata"]["totalItems"] == 3
        return [str(one["name"])[0] for one in body["items"]]

    assert await found() == ["C", "a", "B"]
    assert await found(_sortBy="name", _order="ASC") == ["a", "B", "C"]
    assert await found(_sortBy="eraseAt", _order="ASC", _limit=2, _offset=1) == ["a", "C"]
    wrong = await backend.get(DELETED, params={"_sortBy": "metadata"})
    assert wrong.status_code == 400


async def test_an_alias_that_somebody_took_meanwhile_is_theirs(backend, db: Db):
    alias = f"a{uuid4().hex[:12]}"
    one, other = [str((await made(backend))["id"]) for _ in range(2)]
    await named(db, one, alias)
    await delete(backend, one)
    # A new one may have it at once.
    taken = await backend.put(
        f"{V2}/{other}", json={"alias": alias, "loginUrl": "https://other.test"}
    )
    assert taken.status_code == 200, taken.text
    restored = await restore(backend, one)
    assert (restored.status_code, "alias" in restored.json()) == (200, False)
    assert (await backend.get(f"{V2}/alias/{alias}")).json()["id"] == other


async def test_an_alias_that_is_taken_at_that_very_moment_leaves_all_deleted(
    backend, db: Db, database: Database
):
    alias = f"a{uuid4().hex[:12]}"
    one, other = [str((await made(backend))["id"]) for _ in range(2)]
    await named(db, one, alias)
    await delete(backend, one)
    async with opened(database, Scope.system()) as taking:
        await named(taking, other, alias)
        restoring = asyncio.create_task(restore(backend, one))
        await somebody_waits(taking)
    assert refusal(await restoring) == (409, "account.alias_taken")
    assert [row["alias"] for row in await listed(backend, one)] == [alias]
    assert "alias" not in (await restore(backend, one)).json()


async def test_what_was_deleted_before_for_itself_keeps_its_own_date(
    backend, world: World, db: Db, clockwork: Clockwork
):
    top, low = await family(backend)
    inside = await world.person("Admin", tenant_id=UUID(low))
    await delete(backend, low)
    clock.advance(timedelta(minutes=30))
    await delete(backend, top)
    rows = {row["id"]: row for row in await listed(backend, top, low)}
    assert rows[top]["eraseAt"] > rows[low]["eraseAt"]
    assert [rows[one]["accountsBelow"] for one in (top, low)] == [0, 0]
    assert refusal(await restore(backend, low)) == (409, "tenants.parent_deleted")
    assert (await restore(backend, top)).status_code == 200
    assert refusal(await backend.get(f"{V2}/{low}")) == (404, "tenants.not_found")
    assert (await restore(backend, low)).json()["parentTenantId"] == top

    # The one above is erased before: this one is still whole, and cannot come back below nothing.
    await delete(backend, low)
    await delete(backend, top)
    assert (await erase(backend, top)).status_code == 202
    await clockwork.run_jobs()
    assert await people(db, inside.tenant_id) == 1
    assert refusal(await restore(backend, low)) == (409, "tenants.parent_deleted")
    assert (await backend.get(f"{V1}/{low}/export")).status_code == 200
    await clockwork.erase(GRACE)
    assert await people(db, inside.tenant_id) == 0


async def test_what_went_with_another_goes_and_comes_back_with_it(backend):
    top, low = await family(backend)
    await delete(backend, top)
    for call in (restore, erase):
        answer = await call(backend, low)
        assert refusal(answer) == (409, "tenants.deleted_with_another")
        assert answer.json()["context"] == {"tenantId": top}
    assert (await restore(backend, top)).status_code == 200
    assert (await backend.get(f"{V2}/{low}")).status_code == 200


async def test_it_is_exported_whole_while_it_can_be_restored(backend, world: World, db: Db):
    who, alias = await world.person("Admin"), f"a{uuid4().hex[:12]}"
    await named(db, who.tenant_id, alias)
    child = str((await made(backend, parentTenantId=str(who.tenant_id)))["id"])
    await delete(backend, who.tenant_id)
    answer = await backend.get(f"{V1}/{who.tenant_id}/export")
    assert answer.status_code == 200, answer.text
    rows = [json.loads(line) for line in answer.text.splitlines()]
    assert [one["row"]["email"] for one in rows if one["table"] == "users"] == [who.email]
    assert [one["row"]["alias"] for one in rows if one["table"] == "deleted_tenants"] == [alias]
    assert (await backend.get(f"{V1}/{child}/export")).status_code == 200
    assert (await actions(db, who.tenant_id))[-1] == "tenant.exported"


async def test_a_suspended_account_comes_back_suspended(backend):
    async def stands(tenant_id: str) -> str:
        status: str = (await backend.get(f"{V2}/{tenant_id}")).json()["status"]
        return status

    top, low = await family(backend)
    await backend.post(f"{V1}/{low}/suspend")
    await delete(backend, low)
    assert (await restore(backend, low)).json()["status"] == "suspended"
    await backend.post(f"{V1}/{low}/resume")
    # As the one above is by then, unless it was for itself.
    await delete(backend, low)
    await backend.post(f"{V1}/{top}/suspend")
    assert (await restore(backend, low)).json()["status"] == "suspended"
    await delete(backend, low)
    await backend.post(f"{V1}/{top}/resume")
    assert (await restore(backend, low)).json()["status"] == "active"
    assert [await stands(one) for one in (top, low)] == ["active", "active"]


async def test_of_two_that_restore_one_does(backend, db: Db):
    one = str((await made(backend))["id"])
    await delete(backend, one)
    answers = await asyncio.gather(*(restore(backend, one) for _ in range(6)))
    assert sorted(answer.status_code for answer in answers) == [200, *[409] * 5]
    refused = [refusal(answer) for answer in answers if answer.status_code == 409]
    assert set(refused) == {(409, "tenants.not_deleted")}
    assert (await actions(db, one)).count("tenant.restored") == 1


async def test_once_its_erasing_has_begun_it_is_not_restored(
    backend, world: World, db: Db, clockwork: Clockwork
):
    who = await world.person("Admin")
    await delete(backend, who.tenant_id)
    clock.advance(GRACE)
    await clockwork.look()
    late = (await new_backend(world)).http
    assert refusal(await restore(late, who.tenant_id)) == (409, "tenants.being_erased")
    assert (await listed(late, who.tenant_id))[0]["isBeingErased"] is True
    await clockwork.run_jobs()
    assert await people(db, who.tenant_id) == 0
    assert refusal(await restore(late, who.tenant_id)) == (409, "tenants.erased")


async def test_what_is_being_restored_is_not_begun_with(
    backend, world: World, db: Db, database: Database, clockwork: Clockwork
):
    who = await world.person("Admin")
    await delete(backend, who.tenant_id)
    clock.advance(GRACE)
    async with opened(database, Scope.system()) as restoring:
        await restoring.connection.execute(
            "select from deleted_tenants where tenant_id = $1 for update", who.tenant_id
        )
        async with asyncio.timeout(30):
            await clockwork.erase()
    assert await people(db, who.tenant_id) == 1
    late = (await new_backend(world)).http
    assert (await restore(late, who.tenant_id)).status_code == 200


async def test_whoever_restores_while_erasing_begins_comes_too_late(
    backend, world: World, database: Database
):
    who = await world.person("Admin")
    await delete(backend, who.tenant_id)
    async with opened(database, Scope.system()) as beginning:
        await queries.BEGIN_DUE.all(beginning, clock.now() + GRACE, clock.now(), 1000)
        restoring = asyncio.create_task(restore(backend, who.tenant_id))
        await somebody_waits(beginning)
    assert refusal(await restoring) == (409, "tenants.being_erased")


async def test_nothing_is_erased_that_was_not_begun_with(
    backend, world: World, db: Db, database: Database, clockwork: Clockwork
):
    who = await world.person("Admin")
    await delete(backend, who.tenant_id)
    async with database.transaction(Scope.system()) as stray:
        await start_erasing(stray, who.tenant_id)
    await clockwork.run_jobs()
    assert await people(db, who.tenant_id) == 1


async def test_nothing_comes_back_below_what_is_deleted_meanwhile(backend, db: Db):
    for _ in range(5):
        top, low = await family(backend)
        await delete(backend, low)
        gone, back = await asyncio.gather(backend.delete(f"{V1}/{top}"), restore(backend, low))
        assert gone.status_code == 200
        assert back.status_code == 200 or refusal(back) == (409, "tenants.parent_deleted")
        alive = "select count(*) from tenants where id::text = $1 and deleted_at is null"
        assert await db.connection.fetchval(alive, low) == 0
        # Whichever came first: with the one above, or by itself.
        assert (await restore(backend, top)).status_code == 200
        assert await db.connection.fetchval(alive, low) == (1 if back.status_code == 200 else 0)


async def test_restored_or_erased_and_nothing_between(
    backend, world: World, db: Db, clockwork: Clockwork
):
    """Both at once, again and again: whoever wins, the account is whole or gone."""
    everybody = [await world.person("Admin") for _ in range(8)]
    for who in everybody:
        await delete(backend, who.tenant_id)
    await clockwork.run_jobs()
    clock.advance(GRACE)
    late = (await new_backend(world)).http
    restoring = asyncio.gather(*(restore(late, who.tenant_id) for who in everybody))
    await clockwork.look()
    answers = await restoring
    await clockwork.run_jobs()
    for who, answer in zip(everybody, answers, strict=True):
        assert answer.status_code in (200, 409)
        shown = (await late.get(f"{V2}/{who.tenant_id}")).status_code
        came_back = answer.status_code == 200
        assert (await people(db, who.tenant_id), shown) == ((1, 200) if came_back else (0, 404))


async def test_a_stop_halfway_loses_nothing(
    backend, world: World, db: Db, clockwork: Clockwork, monkeypatch
):
    """What gave up is begun again within an hour, and tells once that it is done."""
    who = await world.person("Admin")
    child = str((await made(backend, parentTenantId=str(who.tenant_id)))["id"])
    below = await world.person("Admin", tenant_id=UUID(child))
    both = (who.tenant_id, below.tenant_id)
    clear = Leaving.clear

    async def stops(self: Leaving, database: Database, tenant_id: UUID) -> None:
        if tenant_id == who.tenant_id:
            raise OSError("the machine goes down")
        await clear(self, database, tenant_id)

    await delete(backend, who.tenant_id)
    with monkeypatch.context() as patch:
        patch.setattr(Leaving, "clear", stops)
        await clockwork.erase(GRACE)
    assert await people(db, *both) == 0
    late = (await new_backend(world)).http
    (row,) = await listed(late, who.tenant_id)
    assert (row["isBeingErased"], row["accountsBelow"]) == (True, 0)
    assert refusal(await restore(late, who.tenant_id)) == (409, "tenants.being_erased")
    await db.connection.execute(
        "delete from pgqueuer where entrypoint = 'sub_accounts.erase_deleted'"
    )
    await clockwork.erase(timedelta(minutes=59))
    assert len(await listed(late, who.tenant_id)) == 1
    await clockwork.erase(timedelta(minutes=1))
    for one in both:
        assert (await every_action(db, one)).count("tenant.erased") == 1
    again = (await new_backend(world)).http
    assert await listed(again, who.tenant_id) == []


async def test_what_a_version_before_deletes_is_erased_as_it_knows_it(
    backend, world: World, db: Db, database: Database, clockwork: Clockwork
):
    """It deletes one account above one that waits for its time."""
    who = await world.person("Admin")
    child = str((await made(backend, parentTenantId=str(who.tenant_id)))["id"])
    below = await world.person("Admin", tenant_id=UUID(child))
    await delete(backend, child)
    path = await db.connection.fetchval(
        "update tenants set deleted_at = now(), metadata = '{}' where id = $1 returning path",
        who.tenant_id,
    )
    async with database.transaction(Scope.system()) as before:
        await enqueue(before, "sub_accounts.erase", path=path)
    await clockwork.run_jobs()
    assert [await people(db, one.tenant_id) for one in (who, below)] == [0, 1]
    assert refusal(await restore(backend, who.tenant_id)) == (409, "tenants.erased")


async def test_what_a_portal_deleted_the_vendor_restores(
    backend, world: World, db: Db, clockwork: Clockwork
):
    admin = await world.person("Admin")
    answer = await admin.browser.post(SUB_ACCOUNTS, json={"name": "Below"})
    below = answer.json()["tenantId"]
    inside = await world.person("Admin", tenant_id=UUID(below))
    assert (await admin.browser.delete(f"{SUB_ACCOUNTS}/{below}")).status_code == 200
    await clockwork.erase()
    row = (await listed(backend, below))[0]
    assert (row["name"], row["deletedBy"], row["deletedByKind"]) == ("Below", admin.email, "user")
    assert (await restore(backend, below)).status_code == 200
    seen = (await admin.browser.get("/tenants/resources/hierarchy/v2")).json()["items"]
    assert [one["name"] for one in seen] == ["Below"]
    assert (await inside.browser.get(ME)).status_code == 401
    again = await world.sign_in(inside.id, inside.tenant_id, inside.email)
    assert (await again.browser.get(ME)).status_code == 200


async def test_the_list_says_who_deleted_each(backend, world: World, database: Database):
    mine, theirs = [str((await made(backend, name=name))["id"]) for name in ("Mine", "Theirs")]
    owner = await hire(world, StaffRole.OWNER)
    await delete(backend, mine)
    await delete(owner.browser, theirs)
    rows = {row["id"]: row for row in await listed(backend, mine, theirs)}
    await dismiss_all(database)
    assert (rows[mine].get("deletedBy"), rows[mine]["deletedByKind"]) == (None, "vendor")
    by = (owner.person.email, "staff")
    assert (rows[theirs]["deletedBy"], rows[theirs]["deletedByKind"]) == by


async def test_whoever_belonged_only_there_may_come_elsewhere_and_back(
    backend, world: World, db: Db, clockwork: Clockwork
):
    """Nobody is forgotten while they would be missed after a restore."""
    who = await world.person("Admin")
    await db.connection.execute("update users set verified = false where id = $1", who.id)
    await delete(backend, who.tenant_id)
    await clockwork.erase()
    known = "select count(*) from users where id = $1"
    assert await db.connection.fetchval(known, who.id) == 1
    await clockwork.erase(GRACE)
    assert await db.connection.fetchval(known, who.id) == 0


@pytest.mark.parametrize(
    ("role", "may_change"),
    [(StaffRole.OWNER, True), (StaffRole.SUPPORT, True), (StaffRole.FINANCE, False),
     (StaffRole.READ_ONLY, False)],
)  # fmt: skip
async def test_each_role_of_the_staff(
    backend, world: World, database: Database, role: StaffRole, may_change: bool
):
    await dismiss_all(database)
    browser = (await hire(world, role)).browser
    one = str((await made(backend))["id"])
    assert (await browser.get(f"{V1}/{one}/deletion")).status_code == 200
    await delete(backend, one)
    assert len(await listed(browser, one)) == 1
    assert (await browser.get(f"{V1}/{one}/export")).status_code == 200
    for call, done in ((restore, 200), (erase, 202)):
        answer = await call(browser, one)
        if may_change:
            assert answer.status_code == done, answer.text
            if call is restore:
                await delete(backend, one)
        else:
            assert refusal(answer) == (403, "access.missing_permission")
    await dismiss_all(database)


async def test_an_account_of_the_staff_is_an_owners_to_decide_about(
    backend, world: World, database: Database
):
    await dismiss_all(database)
    support, finance = [await hire(world, role) for role in (StaffRole.SUPPORT, StaffRole.FINANCE)]
    home = finance.person.tenant_id
    await delete(backend, home)
    for call in (restore, erase):
        assert refusal(await call(support.browser, home)) == (403, "access.staff_protected")
    assert (await restore(backend, home)).status_code == 200
    await dismiss_all(database)


async def test_nobody_of_a_customer_gets_at_any_of_it(backend, world: World):
    boss: Person = await world.person("Admin")
    child = await boss.browser.post(SUB_ACCOUNTS, json={"name": "Below"})
    below = child.json()["tenantId"]
    calls = [("GET", DELETED), ("GET", f"{V1}/{below}/deletion"), ("GET", f"{V1}/{below}/export"),
             ("POST", f"{V1}/{below}/restore"), ("POST", f"{V1}/{below}/erase")]  # fmt: skip
    for _ in range(2):
        for method, place in calls:
            assert (await boss.browser.request(method, place)).status_code in (401, 403), place
        await boss.browser.delete(f"{SUB_ACCOUNTS}/{below}")
    assert len(await listed(backend, below)) == 1
