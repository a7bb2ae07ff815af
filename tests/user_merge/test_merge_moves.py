"""Memberships of the two merged accounts, and their roles, groups and states."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from tests.audit_log import audit_actions
from tests.identity.passwordless_steps import refusal
from tests.user_merge.merging import (
    Merging,
    change_membership,
    membership,
    roles_of,
)
from tests.vendor_view import get_user, is_member, member_ids, membership_in
from tests.world import Db, Person, World

USERS = "/identity/resources/users/v1"
GROUPS = "/identity/resources/groups/v1"


def expiry_in(user: dict[str, Any], tenant_id: UUID) -> datetime | None:
    expires = membership_in(user, tenant_id).get("temporaryExpirationDate")
    return datetime.fromisoformat(expires) if expires else None


async def shared(world: World, goes: Person, stays: Person) -> UUID:
    """An account of both."""
    tenant_id = await world.tenant("Shared")
    for one in (goes, stays):
        await world.member_of(tenant_id, one.id)
    return tenant_id


async def test_roles_and_groups_of_an_account_of_both_are_joined(
    merging: Merging, pair, world: World, db: Db
):
    goes, stays = pair
    tenant_id = await shared(world, goes, stays)
    await world.grant(tenant_id, goes.id, "fe.secure.read.users")
    await world.grant(tenant_id, stays.id, "fe.secure.read.groups")
    group_id = new_id()
    await db.connection.execute(
        "insert into groups (id, tenant_id, name, created_at, updated_at) values ($1, $2, 'G', now(), now())",
        group_id, tenant_id,
    )  # fmt: skip
    await db.connection.execute(
        "insert into group_members (tenant_id, group_id, user_id) values ($1, $2, $3)",
        tenant_id, group_id, goes.id,
    )  # fmt: skip
    both = await roles_of(world, tenant_id, goes.id) | await roles_of(world, tenant_id, stays.id)
    await merging.merge(goes, stays)
    assert await roles_of(world, tenant_id, stays.id) == both
    answer = await merging.backend.get(
        GROUPS,
        params={"_groupsRelations": "users"},
        headers={"frontegg-tenant-id": str(tenant_id)},
    )
    [group] = answer.json()["groups"]
    assert [one["id"] for one in group["users"]] == [str(stays.id)]
    assert await member_ids(world, tenant_id) == {stays.id}
    actions = await audit_actions(world, tenant_id, "user.*")
    assert sorted(actions) == ["user.removed", "user.roles_changed"]


async def test_what_was_disabled_stays_so(merging: Merging, pair, world: World, db: Db):
    """Alone, or beside a membership of the other; in either role."""
    goes, stays = pair
    alone, mine, theirs = await world.tenant(), *[await shared(world, goes, stays) for _ in "ab"]
    await world.member_of(alone, goes.id)
    for tenant_id in (alone, mine, theirs):
        await world.grant(tenant_id, goes.id, "fe.secure.read.users")
    before = {one: await roles_of(world, one, stays.id) for one in (mine, theirs)}
    await change_membership(db, alone, goes.id, "is_disabled = true")
    await change_membership(db, mine, goes.id, "is_disabled = true")
    await change_membership(db, theirs, stays.id, "is_disabled = true")
    held = await roles_of(world, alone, goes.id)
    await merging.merge(goes, stays)
    user = await get_user(world, stays.id)
    assert {one: membership_in(user, one)["isDisabled"] for one in (alone, mine, theirs)} == {
        alone: True, mine: False, theirs: True,
    }  # fmt: skip
    assert await roles_of(world, alone, stays.id) == held
    # What was taken from the one is not given to the other, nor the other way round.
    assert {one: await roles_of(world, one, stays.id) for one in (mine, theirs)} == before


async def test_what_ends_by_itself_still_does(merging: Merging, pair, world: World, db: Db):
    goes, stays = pair
    alone, sooner, later, lasting = (
        await world.tenant(), *[await shared(world, goes, stays) for _ in "abc"],
    )  # fmt: skip
    await world.member_of(alone, goes.id)
    for tenant_id in (sooner, later, lasting):
        await world.grant(tenant_id, goes.id, "fe.secure.read.users")
    ends = clock.now() + timedelta(days=3)
    for tenant_id in (alone, sooner, lasting):
        await db.connection.execute(
            "update memberships set temporary_expires_at = $3 where tenant_id = $1 and user_id = $2",
            tenant_id, goes.id, ends,
        )  # fmt: skip
    own = ends + timedelta(days=1)
    for tenant_id, at in ((sooner, own), (later, own)):
        await db.connection.execute(
            "update memberships set temporary_expires_at = $3 where tenant_id = $1 and user_id = $2",
            tenant_id, stays.id, at,
        )  # fmt: skip
    await merging.merge(goes, stays)
    user = await get_user(world, stays.id)
    assert {one: expiry_in(user, one) for one in (alone, sooner, later, lasting)} == {
        alone: ends, sooner: own, later: own, lasting: None,
    }  # fmt: skip
    # Roles that were for a while do not outlast it.
    assert await roles_of(world, sooner, stays.id) == set()
    assert await roles_of(world, lasting, stays.id) == set()
    assert len(await roles_of(world, later, stays.id)) == 1


async def test_an_invitation_that_one_accepted_is_accepted(
    merging: Merging, pair, world: World, db: Db
):
    goes, stays = pair
    first, second, waiting = (
        *[await shared(world, goes, stays) for _ in "ab"], await world.tenant(),
    )  # fmt: skip
    await world.member_of(waiting, goes.id)
    await change_membership(db, first, goes.id, "activated = false")
    await change_membership(db, second, stays.id, "activated = false")
    await change_membership(db, waiting, goes.id, "activated = false")
    await merging.merge(goes, stays)
    rows = {one: await membership(db, one, stays.id) for one in (first, second, waiting)}
    assert {one: row and row["activated"] for one, row in rows.items()} == {
        first: True, second: True, waiting: False,
    }  # fmt: skip


async def test_who_was_removed_comes_back_with_no_old_session(
    merging: Merging, pair, world: World, db: Db
):
    goes, stays = pair
    tenant_id = await world.tenant()
    await world.member_of(tenant_id, goes.id)
    ended = clock.now()
    await db.connection.execute(
        "insert into ended_memberships (tenant_id, user_id, ended_at) values ($1, $2, $3)",
        tenant_id, stays.id, ended,
    )  # fmt: skip
    await merging.merge(goes, stays)
    assert await db.connection.fetchval(
        "select sessions_from from memberships where tenant_id = $1 and user_id = $2",
        tenant_id, stays.id,
    ) == ended  # fmt: skip


async def test_rights_from_above_come_again_from_above(
    merging: Merging, pair, world: World, db: Db
):
    """A membership that is inherited from a parent account does not move."""
    goes, stays = pair
    above = await shared(world, goes, stays)
    followed, own = await world.tenant(parent=above), await world.tenant(parent=above)
    await world.member_of(followed, goes.id)
    await world.member_of(own, goes.id)
    await world.member_of(own, stays.id)
    await world.grant(own, goes.id, "fe.secure.read.users")
    for tenant_id, who in ((followed, goes), (own, stays)):
        await db.connection.execute(
            "update memberships set inherited_from = $3 where tenant_id = $1 and user_id = $2",
            tenant_id, who.id, above,
        )  # fmt: skip
    held = await roles_of(world, own, goes.id)
    await merging.merge(goes, stays)
    assert not await is_member(world, followed, stays.id)
    found = await membership(db, own, stays.id)
    assert found is not None
    assert found["inherited_from"] is None
    assert await roles_of(world, own, stays.id) == held


async def test_an_account_keeps_an_administrator(merging: Merging, pair, world: World, db: Db):
    goes, stays = pair
    tenant_id = await shared(world, goes, stays)
    await db.connection.execute(
        "insert into membership_roles select $1, $2, id from roles where key = 'Admin' and tenant_id is null",
        tenant_id, goes.id,
    )  # fmt: skip
    await change_membership(db, tenant_id, stays.id, "is_disabled = true")
    assert refusal(await merging.ask(goes, stays)) == (409, "merges.last_administrator")
    await change_membership(
        db,
        tenant_id,
        stays.id,
        "is_disabled = false, temporary_expires_at = now() + interval '1 d'",
    )
    assert refusal(await merging.ask(goes, stays)) == (409, "merges.last_administrator")
    await world.member(tenant_id, "Admin")
    assert (await merging.ask(goes, stays)).status_code == 201


async def test_entries_of_the_audit_stay_as_they_are(merging: Merging, pair, db: Db):
    goes, stays = pair
    await goes.browser.post("/identity/resources/auth/v1/logout")
    entries = "select a.id, a::text as entry from audits a where actor_user_id = any($1)"
    before = await db.connection.fetch(entries, [goes.id, stays.id])
    assert before
    await merging.merge(goes, stays)
    after = await db.connection.fetch(
        "select a.id, a::text as entry from audits a where id = any($1)",
        [row["id"] for row in before],
    )
    assert dict(after) == dict(before)


async def test_who_stays_may_be_merged_in_turn_and_old_requests_follow(
    merging: Merging, pair, world: World
):
    goes, stays = pair
    links = await merging.asked(goes, stays)
    await merging.outcome(links.goes)
    await merging.outcome(links.stays)
    last = await world.person("ReadOnly")
    await merging.merge(stays, last)
    shown = await merging.shown(links.id)
    assert (shown["state"], shown["stays"]["id"]) == ("done", str(last.id))
    known = await merging.backend.get(f"{USERS}/email", params={"email": goes.email})
    assert known.json()["id"] == str(last.id)
