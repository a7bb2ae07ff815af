"""Inviting people: who may, with which roles, and what exists afterwards."""

import asyncio
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import asyncpg
import pytest

from gatehouse.kit import clock
from tests.audit_log import audit_entries
from tests.vendor_view import address_exists, get_user, get_user_by_email
from tests.world import Db, Person, World

USERS = "/identity/resources/users/v2"


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin")


def address() -> str:
    return f"{uuid4().hex}@example.test"


async def role_id(admin: Person, key: str) -> str:
    roles = (await admin.browser.get("/identity/resources/roles/v1")).json()
    return next(str(role["id"]) for role in roles if role["key"] == key)


async def invited(world: World, tenant_id: UUID) -> list[str]:
    entries = await audit_entries(world, tenant_id, "user.invited")
    return [entry["json"]["user_id"] for entry in entries]


async def test_an_invitation_creates_a_pending_member(world, admin: Person, db: Db, run_jobs):
    to, editor = address(), await role_id(admin, "Editor")
    answer = await admin.browser.post(
        USERS,
        json={"email": to.upper(), "name": "New One", "roleIds": [editor], "provider": "local",
              "phone": "+31 20 1234567", "skipInviteEmail": True, "verified": True},
    )  # fmt: skip
    body = answer.json()
    assert (answer.status_code, body["email"], body["name"]) == (201, to, "New One")
    assert [role["id"] for role in body["roles"]] == [editor]
    assert (body["verified"], body["activatedForTenant"]) == (False, False)
    assert body["phoneNumber"] == "+31 20 1234567"
    row = await db.connection.fetchrow(
        "select m.*, u.default_tenant_id from memberships m join users u on u.id = m.user_id"
        " where u.email = $1",
        to,
    )
    assert (row["invited_by"], row["tenant_id"]) == (admin.id, admin.tenant_id)
    assert row["default_tenant_id"] == admin.tenant_id
    assert await invited(world, admin.tenant_id) == [body["id"]]
    await run_jobs()
    assert len(world.mails(to)) == 1


@pytest.mark.parametrize("roles", [{}, {"roleIds": []}, {"roleIds": [""]}, {"roleIds": None}])
async def test_without_roles_the_default_ones_are_given(admin: Person, roles: dict[str, object]):
    answer = await admin.browser.post(USERS, json={"email": address(), **roles})
    assert [role["key"] for role in answer.json()["roles"]] == ["ReadOnly"]
    assert answer.json()["name"] == answer.json()["email"].partition("@")[0]


async def test_a_user_of_another_account_is_invited_and_keeps_their_name(
    world: World, admin: Person, db: Db
):
    other = await world.person("Admin")
    answer = await admin.browser.post(
        USERS, json={"email": other.email, "name": "Renamed", "phoneNumber": "+3112345678"}
    )
    body = answer.json()
    assert (answer.status_code, body["id"]) == (201, str(other.id))
    assert (body["name"], body["phoneNumber"]) == ("Renamed", "+3112345678")
    user = await get_user(world, other.id)
    assert (user["name"], user.get("phoneNumber")) == ("Pat Doe", None)
    await db.connection.execute(
        "update memberships set activated = true where tenant_id = $1", admin.tenant_id
    )
    accepted = (await admin.browser.get(f"/identity/resources/users/v1/{other.id}")).json()
    assert accepted["name"] == "Pat Doe"
    assert "phoneNumber" not in accepted
    found = await admin.browser.get(USERS, params={"_filter": "pat doe"})
    assert str(other.id) in [item["id"] for item in found.json()["items"]]
    assert body["activatedForTenant"] is False
    assert [role["key"] for role in body["roles"]] == ["ReadOnly"]
    assert user["tenantIds"] == [str(other.tenant_id), str(admin.tenant_id)]


async def test_an_invitation_does_not_tell_whether_the_user_exists(
    world: World, admin: Person, db: Db
):
    """Anybody can sign up a company and invite any address."""
    owner = await world.person("Admin")
    await db.connection.execute(
        "insert into passwords (user_id, hash, changed_at, locked_until) values ($1, 'x', $2, $3)",
        owner.id, clock.now(), clock.now() + timedelta(hours=1),
    )  # fmt: skip
    seen = []
    for to in (owner.email, address()):
        made = await admin.browser.post(
            USERS, json={"email": to, "name": "Some Body", "phone": "+31201234567"}
        )
        user_id = made.json()["id"]
        renamed = await admin.browser.put(
            "/team/resources/members/v1", json={"id": user_id, "name": "Else Body"}
        )
        listed = await admin.browser.get(
            USERS, params={"_filter": "else", "_sortBy": "isLocked", "_order": "DESC"}
        )
        seen.append([strip(one, to) for one in (made.json(), renamed.json()["item"],
                                                *listed.json()["items"])])  # fmt: skip
        gone = await admin.browser.delete(f"/team/resources/members/v1/{user_id}")
        assert (renamed.status_code, gone.status_code) == (200, 200)
    assert seen[0] == seen[1]
    assert (await get_user(world, owner.id))["name"] == "Pat Doe"


def strip(item: dict[str, object], to: str) -> dict[str, object]:
    """Without what differs between any two people; one who exists was made before they joined."""
    assert item["email"] == to
    item["createdAt"] = item["createdAt"] == item["joinedAt"]
    return {
        key: value for key, value in item.items() if key not in ("id", "sub", "email", "joinedAt")
    }


async def test_the_id_of_a_person_does_not_say_since_when(admin: Person):
    made = await admin.browser.post(USERS, json={"email": address()})
    assert UUID(made.json()["id"]).version == 4


async def test_a_lock_is_no_order_of_those_who_wait(world: World, admin: Person, db: Db):
    others = sorted([await world.person("Admin") for _ in range(2)], key=lambda one: one.id)
    await db.connection.execute(
        "insert into passwords (user_id, hash, changed_at, locked_until) values ($1, 'x', $2, $3)",
        others[0].id, clock.now(), clock.now() + timedelta(hours=1),
    )  # fmt: skip
    for other in others:
        await admin.browser.post(USERS, json={"email": other.email})

    async def in_order() -> list[str]:
        answer = await admin.browser.get(USERS, params={"_sortBy": "isLocked", "_order": "DESC"})
        ids = [item["id"] for item in answer.json()["items"]]
        return [one for one in ids if one != str(admin.id)]

    assert await in_order() == [str(others[1].id), str(others[0].id)]
    await db.connection.execute(
        "update memberships set activated = true where tenant_id = $1", admin.tenant_id
    )
    assert await in_order() == [str(others[0].id), str(others[1].id)]


async def test_a_renamed_invitation_keeps_its_name_when_it_is_accepted(admin: Person, db: Db):
    made = await admin.browser.post(USERS, json={"email": address(), "name": "Before"})
    body = {"id": made.json()["id"], "name": "After"}
    await admin.browser.put("/team/resources/members/v1", json=body)
    await db.connection.execute(
        "update memberships set activated = true where user_id = $1", UUID(body["id"])
    )
    assert (await admin.browser.get(USERS, params={"_filter": "after"})).json()["items"]
    path = f"/identity/resources/users/v1/{body['id']}"
    assert (await admin.browser.get(path)).json()["name"] == "After"


async def test_who_was_invited_for_a_time_that_is_over_is_invited_for_a_new_one(
    world: World, admin: Person, db: Db, run_jobs
):
    waiting, guest = address(), address()
    for to in (waiting, guest):
        await admin.browser.post(USERS, json={"email": to, "expirationInSeconds": 3600})
    await db.connection.execute(
        "update memberships set activated = true where user_id = (select id from users where email = $1)",
        guest,
    )
    await run_jobs()
    clock.advance_clock(timedelta(hours=2))
    for to, mails in ((waiting, 2), (guest, 1)):
        refused = await admin.browser.post(USERS, json={"email": to, "provider": "local"})
        assert (refused.status_code, refused.json()["errorCode"]) == (
            409, "invitations.access_over",
        )  # fmt: skip
        again = await admin.browser.post(USERS, json={"email": to, "expirationInSeconds": 7200})
        end = datetime.fromisoformat(again.json()["temporaryExpirationDate"])
        assert timedelta(hours=1) < end - clock.now() <= timedelta(hours=2)
        await run_jobs()
        assert len(world.mails(to)) == mails


async def test_a_new_time_is_not_given_to_who_ranks_above(world: World, admin: Person, db: Db):
    editor = await world.person("Editor", tenant_id=admin.tenant_id)
    guest = await world.person("Admin", tenant_id=admin.tenant_id)
    await db.connection.execute(
        "update memberships set temporary_expires_at = $2 where user_id = $1",
        guest.id, clock.now() - timedelta(hours=1),
    )  # fmt: skip
    answer = await editor.browser.post(
        USERS, json={"email": guest.email, "expirationInSeconds": 3600}
    )
    assert (answer.status_code, answer.json()["errorCode"]) == (403, "members.outranks_you")


async def test_inviting_again_announces_again_until_it_is_accepted(
    admin: Person, world: World, db: Db
):
    to, editor = address(), await role_id(admin, "Editor")
    first = await admin.browser.post(USERS, json={"email": to, "roleIds": [editor]})
    again = await admin.browser.post(USERS, json={"email": to, "provider": "local"})
    assert (again.status_code, again.json()) == (201, first.json())
    assert await invited(world, admin.tenant_id) == [first.json()["id"]] * 2
    await db.connection.execute(
        "update memberships set activated = true where user_id = $1", UUID(first.json()["id"])
    )
    assert (await admin.browser.post(USERS, json={"email": to})).status_code == 201
    assert len(await invited(world, admin.tenant_id)) == 2


async def test_one_address_invited_at_once_is_one_member(world: World, admin: Person):
    to = address()
    second = await world.person("Admin")
    answers = await asyncio.gather(
        *(who.browser.post(USERS, json={"email": to}) for who in [admin, second] * 10)
    )
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 1
    user = await get_user_by_email(world, to)
    assert sorted(user["tenantIds"]) == sorted([str(admin.tenant_id), str(second.tenant_id)])


async def test_inviting_and_removing_at_once_wait_for_each_other(world: World, admin: Person):
    """Both lock the person and the tenant; in different orders they would stop each other."""
    for _ in range(8):
        body = {"email": address(), "expirationInSeconds": 3600}
        user_id = (await admin.browser.post(USERS, json=body)).json()["id"]
        answers = await asyncio.gather(
            *(admin.browser.post(USERS, json=body) for _ in range(3)),
            *(admin.browser.delete(f"/team/resources/members/v1/{user_id}") for _ in range(3)),
        )
        assert {answer.status_code for answer in answers[:3]} == {201}
        assert {answer.status_code for answer in answers[3:]} <= {200, 404}


async def wait_crosswise(owner: asyncpg.Connection, tenant_id: UUID) -> None:
    """Locks the account, once another connection waits for this transaction. After a second both check for a
    deadlock, and the first to check is stopped: this one never checks. All of it in the database, so that the
    other one's second is not over before."""
    await owner.execute(
        f"""
        do $$ begin
          set local deadlock_timeout = '1h';
          while not exists (
            select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))
          ) loop
            perform pg_sleep(0.01);
          end loop;
          perform from tenants where id = '{tenant_id}' for update;
        end $$
        """
    )


async def test_a_deadlocked_invitation_is_told_to_repeat(
    world: World, admin: Person, database_url: str
):
    """Two that wait for each other: one of them is stopped."""
    member, email = await world.member(admin.tenant_id)
    owner = await asyncpg.connect(database_url)
    async with owner.transaction():
        await owner.execute("select from users where id = $1 for update", member)
        request = asyncio.create_task(admin.browser.post(USERS, json={"email": email}))
        await wait_crosswise(owner, admin.tenant_id)
        answer = await request
    await owner.close()
    assert (answer.status_code, answer.json()["errorCode"]) == (409, "resource.conflict")


async def test_an_address_cannot_be_flooded(admin: Person):
    to = address()
    answers = [await admin.browser.post(USERS, json={"email": to}) for _ in range(61)]
    assert [answer.status_code for answer in answers[-2:]] == [201, 429]


async def test_a_temporary_member_ends(admin: Person, world: World):
    answer = await admin.browser.post(USERS, json={"email": address(), "expirationInSeconds": 3600})
    assert answer.json()["temporaryExpirationDate"]


async def test_no_user_invites_with_more_permissions_than_their_own(world: World, admin: Person):
    editor = await world.person("Editor", tenant_id=admin.tenant_id)
    answer = await editor.browser.post(
        USERS, json={"email": address(), "roleIds": [await role_id(admin, "Admin")]}
    )
    assert (answer.status_code, answer.json()["errorCode"]) == (403, "roles.beyond_own")
    fine = await editor.browser.post(
        USERS, json={"email": address(), "roleIds": [await role_id(admin, "ReadOnly")]}
    )
    assert fine.status_code == 201


async def test_a_permission_that_the_inviter_lacks_is_not_given(world: World):
    """Same rank, more permissions."""
    inviter = await world.person(permissions=("fe.secure.write.users",))
    other, _ = await world.member(inviter.tenant_id)
    await world.grant(inviter.tenant_id, other, "fe.secure.delete.users")
    [role] = (await get_user(world, other))["roles"]
    answer = await inviter.browser.post(USERS, json={"email": address(), "roleIds": [role["id"]]})
    assert (answer.status_code, answer.json()["errorCode"]) == (403, "roles.beyond_own")
    assert answer.json()["context"] == {"permissions": ["fe.secure.delete.users"]}


async def test_a_role_of_another_tenant_is_not_found(world: World, admin: Person):
    other = await world.person(permissions=("fe.secure.read.users",))
    [foreign] = (await get_user(world, other.id))["roles"]
    to = address()
    answer = await admin.browser.post(USERS, json={"email": to, "roleIds": [foreign["id"]]})
    assert (answer.status_code, answer.json()["errorCode"]) == (404, "roles.not_found")
    assert not await address_exists(world, to)


@pytest.mark.parametrize(
    "body",
    [{}, {"email": ""}, {"email": "nobody"}, {"email": "a＠b.test"}, {"email": None}, {"email": 5},
     {"email": "a\x00@b.test"}, {"email": "a@b.test", "roleIds": ["x"]},
     {"email": "a@b.test", "name": "x" * 201}, {"email": "a@b.test", "expirationInSeconds": 10**30},
     {"email": "a@b.test", "name": "nul\x00"}, {"email": "a@b.test", "phone": "call me"}, []],
)  # fmt: skip
async def test_a_malformed_invitation_is_refused(admin: Person, body: object):
    answer = await admin.browser.post(USERS, json=body)
    assert answer.status_code == 400, answer.text
    assert answer.json()["errors"]


async def test_a_lone_surrogate_is_refused(admin: Person):
    for body in [b'{"email": "\\ud800@b.test"}', b'{"email": "a@b.test", "name": "\\ud800"}']:
        answer = await admin.browser.post(
            USERS, content=body, headers={"content-type": "application/json"}
        )
        assert answer.status_code == 400
