"""Two things at once about accounts that become one."""

import asyncio

import httpx

from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from tests.databases import opened
from tests.directory.waiting import somebody_waits
from tests.identity.browser import ME
from tests.identity.passwordless_steps import refusal
from tests.user_merge.merging import REQUESTS, Links, Merging
from tests.vendor_view import (
    get_user,
    get_user_by_email,
    is_member,
    member_ids,
    membership_in,
    sessions_of,
    user_exists,
)
from tests.world import Db, Person, World

USERS = "/identity/resources/users/v1"


async def half_agreed(merging: Merging, goes: Person, stays: Person) -> Links:
    links = await merging.asked(goes, stays)
    assert await merging.outcome(links.goes) == "waiting"
    return links


def statuses(*answers: httpx.Response) -> list[int]:
    return sorted(answer.status_code for answer in answers)


async def test_both_links_at_once(merging: Merging, world: World):
    for _ in range(3):
        links = await merging.asked(await world.person(), await world.person())
        outcomes = await asyncio.gather(merging.outcome(links.goes), merging.outcome(links.stays))
        assert sorted(outcomes) == ["merged", "waiting"]


async def test_one_link_twice_at_once(merging: Merging, pair):
    links = await merging.asked(*pair)
    answers = await asyncio.gather(*(merging.answer(links.goes) for _ in range(4)))
    assert statuses(*answers) == [200, 404, 404, 404]
    answers = await asyncio.gather(*(merging.answer(links.stays) for _ in range(4)))
    assert statuses(*answers) == [200, 404, 404, 404]


async def test_a_yes_and_a_no_of_one_mailbox_at_once(merging: Merging, pair):
    links = await half_agreed(merging, *pair)
    yes, no = await asyncio.gather(
        merging.answer(links.stays), merging.answer(links.stays, agreed=False)
    )
    assert statuses(yes, no) == [200, 404]
    state = (await merging.shown(links.id))["state"]
    assert state == ("done" if yes.status_code == 200 else "refused")


async def test_withdrawn_as_the_second_one_agrees(merging: Merging, world: World):
    for _ in range(3):
        goes, stays = await world.person(), await world.person()
        links = await half_agreed(merging, goes, stays)
        agreed, withdrawn = await asyncio.gather(
            merging.answer(links.stays),
            merging.backend.post(f"{REQUESTS}/{links.id}/withdraw"),
        )
        state = (await merging.shown(links.id))["state"]
        if withdrawn.status_code == 200:
            assert (state, refusal(agreed)) == ("withdrawn", (404, "merges.link_over"))
        else:
            assert refusal(withdrawn) == (409, "merges.over")
            assert (state, agreed.json()["outcome"]) == ("done", "merged")
        assert await user_exists(world, goes.id) == (state == "withdrawn")


async def test_withdrawn_while_the_second_yes_waits(merging: Merging, pair, world: World, db: Db):
    goes, stays = pair
    links = await half_agreed(merging, goes, stays)
    async with asyncio.timeout(20), asyncio.TaskGroup() as calls, db.connection.transaction():
        await db.connection.execute(
            "update merge_requests set status = 'withdrawn' where id = $1::text::uuid", links.id
        )
        agreed = calls.create_task(merging.answer(links.stays))
        await somebody_waits(db)
    assert refusal(agreed.result()) == (404, "merges.link_over")
    assert await user_exists(world, goes.id)


async def test_requests_that_cross(merging: Merging, world: World):
    for _ in range(3):
        one, other, third = [await world.person() for _ in "abc"]
        crossed = await asyncio.gather(merging.ask(one, other), merging.ask(other, one))
        assert statuses(*crossed) == [201, 409]
        first, second = [await world.person() for _ in "ab"]
        chained = await asyncio.gather(merging.ask(first, second), merging.ask(second, third))
        assert statuses(*chained) == [201, 409]


async def while_the_accounts_are_held(
    merging: Merging, db: Db, links: Links, *statements: tuple[object, ...]
) -> str:
    """The outcome of the second yes, which comes while another transaction does this, and waits for it."""
    async with asyncio.timeout(20), asyncio.TaskGroup() as calls, db.connection.transaction():
        for statement, *values in statements:
            await db.connection.execute(statement, *values)
        agreed = calls.create_task(merging.outcome(links.stays))
        await somebody_waits(db)
    return agreed.result()


async def test_invited_while_it_runs(merging: Merging, pair, world: World, db: Db):
    goes, stays = pair
    tenant_id = await world.tenant()
    links = await half_agreed(merging, goes, stays)
    outcome = await while_the_accounts_are_held(
        merging, db, links,
        ("select from users where id = $1 for no key update", goes.id),
        ("insert into memberships (tenant_id, user_id, activated, created_at) values ($1, $2, false, $3)",
         tenant_id, goes.id, clock.now()),
    )  # fmt: skip
    assert outcome == "merged"
    assert await is_member(world, tenant_id, stays.id)


async def test_who_changes_the_people_of_a_new_account_is_waited_for(
    merging: Merging, pair, world: World, db: Db, database: Database
):
    """A member who was added after the merge began is locked like all others."""
    goes, stays = pair
    tenant_id = await world.tenant()
    links = await half_agreed(merging, goes, stays)
    async with (
        asyncio.timeout(30),
        asyncio.TaskGroup() as calls,
        opened(database, Scope.system()) as other,
    ):
        await other.connection.execute(
            "select from tenants where id = $1 for no key update", tenant_id
        )
        async with db.connection.transaction():
            await db.connection.execute(
                "select from users where id = $1 for no key update", goes.id
            )
            await db.connection.execute(
                "insert into memberships (tenant_id, user_id, activated, created_at)"
                " values ($1, $2, true, $3)",
                tenant_id, goes.id, clock.now(),
            )  # fmt: skip
            agreed = calls.create_task(merging.outcome(links.stays))
            await somebody_waits(db)
        await somebody_waits(other)
        assert await db.connection.fetchval("select true from users where id = $1", goes.id)
    assert agreed.result() == "merged"
    assert await is_member(world, tenant_id, stays.id)


async def test_removed_while_it_runs(merging: Merging, pair, world: World, db: Db):
    goes, stays = pair
    tenant_id = await world.tenant()
    await world.member_of(tenant_id, goes.id)
    links = await half_agreed(merging, goes, stays)
    outcome = await while_the_accounts_are_held(
        merging, db, links,
        ("select from tenants where id = $1 for no key update", tenant_id),
        ("delete from memberships where tenant_id = $1 and user_id = $2", tenant_id, goes.id),
    )  # fmt: skip
    assert outcome == "merged"
    assert not await is_member(world, tenant_id, stays.id)


async def test_disabled_while_it_runs(merging: Merging, pair, world: World, db: Db):
    goes, stays = pair
    links = await half_agreed(merging, goes, stays)
    outcome = await while_the_accounts_are_held(
        merging, db, links,
        ("select from tenants where id = $1 for no key update", goes.tenant_id),
        ("update memberships set is_disabled = true where tenant_id = $1 and user_id = $2",
         goes.tenant_id, goes.id),
    )  # fmt: skip
    assert outcome == "merged"
    found = await get_user(world, stays.id)
    assert membership_in(found, goes.tenant_id)["isDisabled"]


async def test_locked_while_it_runs(merging: Merging, pair, world: World, db: Db):
    goes, stays = pair
    links = await half_agreed(merging, goes, stays)
    outcome = await while_the_accounts_are_held(
        merging, db, links, ("update users set locked_at = now() where id = $1", stays.id)
    )
    assert outcome == "stopped"
    assert await user_exists(world, goes.id)


async def test_signed_in_while_it_runs(merging: Merging, pair, world: World, db: Db):
    goes, stays = pair
    links = await half_agreed(merging, goes, stays)
    late = await world.sign_in(goes.id, goes.tenant_id, goes.email)
    await db.connection.execute(
        "update sessions set ended_at = now() where id = $1", late.session_id
    )
    outcome = await while_the_accounts_are_held(
        merging, db, links,
        ("select from users where id = $1 for no key update", goes.id),
        ("update sessions set ended_at = null where id = $1", late.session_id),
    )  # fmt: skip
    assert outcome == "merged"
    assert (await late.browser.get(ME)).status_code == 401
    alive = await sessions_of(world, stays.id)
    assert str(late.session_id) not in {session["id"] for session in alive}


async def test_the_address_is_wanted_by_another_at_the_same_time(merging: Merging, world: World):
    for _ in range(3):
        goes, stays, third = [await world.person() for _ in "abc"]
        links = await half_agreed(merging, goes, stays)
        path = f"/identity/resources/users/emails/v1/vendor/{third.id}"
        outcome, taken = await asyncio.gather(
            merging.outcome(links.stays),
            merging.backend.post(path, json={"email": goes.email, "isVerified": True}),
        )
        assert outcome == "merged"
        assert refusal(taken) == (409, "email_addresses.taken")
        assert (await get_user_by_email(world, goes.email))["id"] == str(stays.id)


async def test_the_address_is_invited_at_the_same_time(merging: Merging, world: World):
    """The invitation goes to the account that has the address at the end, and creates no second account. A
    request that found the merged account is told to repeat."""
    for _ in range(4):
        goes, stays = await world.person(), await world.person()
        tenant_id = await world.tenant()
        links = await half_agreed(merging, goes, stays)
        headers = {"frontegg-tenant-id": str(tenant_id)}
        body = {"email": goes.email, "name": "Pat"}
        outcome, invited = await asyncio.gather(
            merging.outcome(links.stays), merging.backend.post(USERS, json=body, headers=headers)
        )
        assert outcome == "merged"
        if invited.status_code == 409:
            assert refusal(invited)[1] == "resource.conflict"
            invited = await merging.backend.post(USERS, json=body, headers=headers)
        assert invited.status_code == 201, invited.text
        assert await member_ids(world, tenant_id) == {stays.id}
        assert (await get_user_by_email(world, goes.email))["id"] == str(stays.id)


async def test_memberships_that_never_keep_still(merging: Merging, pair, monkeypatch, world: World):
    from gatehouse.user_merge import move as moving

    async def restless(*_: object) -> None:
        raise moving.PlacesChanged

    goes, stays = pair
    links = await half_agreed(merging, goes, stays)
    with monkeypatch.context() as changed:
        changed.setattr(moving, "lock_merge_data", restless)
        assert refusal(await merging.answer(links.stays)) == (409, "merges.busy")
    # Nothing was used up.
    assert (await merging.shown(links.id))["state"] == "confirmed"
    assert await merging.outcome(links.stays) == "merged"
    assert not await user_exists(world, goes.id)
