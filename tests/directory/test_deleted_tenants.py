"""A deleted account can be taken back until its grace is over."""

import json
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from gatehouse.kit import clock
from tests.directory.deleted import (
    DELETED,
    GRACE,
    V1,
    Clockwork,
    delete,
    erase,
    family,
    listed,
    named,
    people,
    restore,
)
from tests.directory.test_tenants import V2, actions, made
from tests.identity.browser import ME
from tests.identity.passwordless_steps import refusal
from tests.identity.signup_steps import new_address, sign_up_and_activate
from tests.identity.test_users import signs_in
from tests.vendor_view import user_exists
from tests.world import Db, World

SUB_ACCOUNTS = "/tenants/resources/sub-tenants/v1"
A_MOMENT = timedelta(seconds=1)


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
    # Sessions from before have ended; all members can sign in as before.
    await clockwork.run_jobs()
    for person in (owner, below):
        assert (await person.browser.get(ME)).status_code == 401
    assert (await signs_in(asgi, address))[0] == 200
    assert (await actions(world, tenant_id))[-2:] == ["tenant.deleted", "tenant.restored"]
    # Its time of before is over, not its own.
    await clockwork.erase(GRACE + A_MOMENT)
    assert await people(db, tenant_id, below.tenant_id) == 2


async def test_sessions_do_not_come_back_with_a_quick_restore(
    backend, world: World, clockwork: Clockwork
):
    """Before the job that ends the sessions has run."""
    who = await world.person("Admin")
    await delete(backend, who.tenant_id)
    assert (await restore(backend, who.tenant_id)).status_code == 200
    await clockwork.run_jobs()
    assert (await who.browser.get(ME)).status_code == 401


async def test_what_is_unknown_or_alive_is_refused(backend):
    one = str((await made(backend))["id"])
    assert refusal(await restore(backend, one)) == (409, "tenants.not_deleted")
    for call in (restore, erase):
        assert refusal(await call(backend, uuid4())) == (404, "tenants.not_found")
    assert refusal(await backend.get(f"{V1}/{uuid4()}/deletion")) == (404, "tenants.not_found")
    await delete(backend, one)
    assert refusal(await backend.get(f"{V1}/{one}/deletion")) == (404, "tenants.not_found")


async def test_the_deletion_outlook_names_the_consequences(backend):
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


async def test_an_alias_that_was_taken_meanwhile_is_not_restored(backend, db: Db):
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


async def test_what_was_deleted_before_for_itself_keeps_its_own_date(
    backend, world: World, db: Db, clockwork: Clockwork
):
    top, low = await family(backend)
    inside = await world.person("Admin", tenant_id=UUID(low))
    await delete(backend, low)
    clock.advance_clock(timedelta(minutes=30))
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
    assert (await actions(world, who.tenant_id))[-1] == "tenant.exported"


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


async def test_what_a_portal_deleted_the_vendor_restores(
    backend, world: World, clockwork: Clockwork
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


async def test_members_of_a_deleted_account_are_kept_until_it_is_erased(
    backend, world: World, db: Db, clockwork: Clockwork
):
    """No user is deleted who would be missing after a restore."""
    who = await world.person("Admin")
    await db.connection.execute("update users set verified = false where id = $1", who.id)
    await delete(backend, who.tenant_id)
    await clockwork.erase()
    assert await user_exists(world, who.id)
    await clockwork.erase(GRACE)
    assert not await user_exists(world, who.id)
