"""People, tenants and memberships as identity's flows make them."""

import asyncio

import pytest

from gatehouse.access.errors import TenantNotFound
from gatehouse.audit.actors import SYSTEM
from gatehouse.directory.people import memberships
from gatehouse.directory.people.errors import AlreadyMember
from gatehouse.directory.roles.errors import RoleNotFound
from gatehouse.directory.tenants import service as tenants
from gatehouse.directory.users import service as users
from gatehouse.directory.users.errors import EmailTaken, InvalidEmail
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Database, Scope
from tests.databases import opened
from tests.directory.waiting import somebody_waits


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("  Pat@Example.TEST ", "pat@example.test"),
        ("ﬁnn@example.test", "finn@example.test"),
        ("Ünal@xn--mnchen-3ya.de", "ünal@münchen.de"),
        ("u\u0308nal@mu\u0308nchen.de", "ünal@münchen.de"),  # decomposed, as macOS types it
        ("it@corp.local", "it@corp.local"),
        ("İ@example.test", "i̇@example.test"),
    ],
)
async def test_an_address_has_one_spelling(database: Database, written: str, stored: str):
    async with opened(database, Scope.system()) as db:
        made = await users.create_user(db, email=written, name="Pat")
        assert made.email == stored
        assert await users.find_user_by_email(db, stored.upper().replace("İ", "i̇")) == made
        with pytest.raises(EmailTaken):
            await users.create_user(db, email=stored, name="Somebody else")
        await db.connection.execute("delete from users where id = $1", made.id)


@pytest.mark.parametrize(
    "text",
    ["", "pat", "pat＠example.test", "pat﹫example.test", "a@b@c.test", "pat@x.test\x00", "p\ud800@x.test",
     "x" * 65 + "@example.test", "p@" + "x" * 300 + ".test", "p@[127.0.0.1]",
     "=?utf-8?q?p=40evil.test?=@example.test", "=?utf-8?q?=22x=22=20=3cp=40evil.test=3e?=@x.test"],
)  # fmt: skip
def test_what_is_no_address_is_refused(text: str):
    with pytest.raises(InvalidEmail):
        users.normalize_email(text)


async def test_the_first_member_runs_the_tenant_and_the_next_gets_the_default(database: Database):
    async with opened(database, Scope.system()) as db:
        tenant = await tenants.create_tenant(db, name="First")
        first = await users.create_user(db, email=f"{new_id()}@example.test", name="First")
        second = await users.create_user(db, email=f"{new_id()}@example.test", name="Second")
        joined = [
            await memberships.add_member(
                db,
                tenant_id=tenant.id,
                user_id=user.id,
                email=user.email,
                by=SYSTEM,
                activated=activated,
            )
            for user, activated in [(first, True), (second, False)]
        ]
        keys = [
            await db.connection.fetchval("select key from roles where id = $1", m.role_ids[0])
            for m in joined
        ]
        assert keys == ["Admin", "ReadOnly"]
        assert (await users.get_user(db, first.id)).default_tenant_id == tenant.id
        assert joined[1].activated is False
        await memberships.activate_membership(db, tenant.id, second.id)
        accepted = await memberships.find_membership(db, tenant.id, second.id)
        assert accepted
        assert accepted.activated
        with pytest.raises(AlreadyMember):
            await memberships.add_member(
                db,
                tenant_id=tenant.id,
                user_id=first.id,
                email=first.email,
                by=SYSTEM,
                role_keys=["Admin"],
                activated=True,
            )
        found = await memberships.find_membership(db, tenant.id, first.id)
        assert found
        assert found.role_ids == joined[0].role_ids


async def test_a_role_of_another_tenant_cannot_be_given(world, database: Database):
    other = await world.person(permissions=("fe.secure.read.users",))
    async with opened(database, Scope.system()) as db:
        foreign = await memberships.find_membership(db, other.tenant_id, other.id)
        assert foreign
        tenant = await tenants.create_tenant(db, name="Mine")
        user = await users.create_user(db, email=f"{new_id()}@example.test", name="Me")
        with pytest.raises(RoleNotFound):
            await memberships.add_member(
                db,
                tenant_id=tenant.id,
                user_id=user.id,
                email=user.email,
                by=SYSTEM,
                role_ids=foreign.role_ids,
                activated=True,
            )


async def test_a_tenant_hangs_below_its_parent(database: Database):
    async with opened(database, Scope.system()) as db:
        parent = await tenants.create_tenant(db, name="Parent")
        child = await tenants.create_tenant(db, name="Child", parent_id=parent.id)
        assert child.path == f"{parent.id}/{child.id}/"
        assert await tenants.get_tenant(db, child.id) == child
        with pytest.raises(TenantNotFound):
            await tenants.create_tenant(db, name="Orphan", parent_id=new_id())


async def test_a_user_who_is_being_invited_is_not_deleted(world, database: Database, run_jobs):
    """The clean-up after an earlier removal meets an invitation that has not committed yet."""
    tenant_id = await world.tenant()
    async with opened(database, Scope.system()) as db:
        user = await users.create_user(db, email=f"{new_id()}@example.test", name="Pat")
        await users.delete_user_if_unused(db, user.id)
    async with opened(database, Scope.system()) as db:
        await users.find_or_create_user(db, email=user.email)
        await memberships.add_member(
            db, tenant_id=tenant_id, user_id=user.id, email=user.email, by=SYSTEM,
            activated=False,
        )  # fmt: skip
        cleaning = asyncio.create_task(run_jobs())
        await somebody_waits(db)
    await cleaning
    async with opened(database, Scope.system()) as db:
        assert await memberships.find_membership(db, tenant_id, user.id)
