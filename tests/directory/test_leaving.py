"""Members leave an account themselves."""

from gatehouse.access.staff_role import StaffRole
from gatehouse.kit.db import Scope
from tests.audit_log import audit_entries
from tests.databases import opened
from tests.identity.browser import REFRESH, sign_in
from tests.staff import dismiss_all, hire
from tests.vendor_view import get_user

LEAVE = "/identity/resources/users/v1/me/tenants/{}"


async def test_a_member_without_permissions_leaves(world):
    tenant, other = await world.tenant("Stranger Ltd"), await world.tenant("Own Works")
    await world.person("Admin", tenant_id=tenant)
    user_id, address = await world.member(tenant)
    await world.member_of(other, user_id)
    browser = await sign_in(world, user_id, tenant)
    answer = await browser.http.delete(LEAVE.format(tenant))
    assert answer.status_code == 200, answer.text
    assert (await get_user(world, user_id))["tenantIds"] == [str(other)]
    [entry] = await audit_entries(world, tenant, "user.left")
    assert (entry["user"], entry["json"]["email"]) == (str(user_id), address)
    gone = await browser.http.get("/identity/resources/users/v2/me")
    assert gone.status_code == 401
    assert (await browser.http.post(REFRESH)).status_code == 401
    elsewhere = await sign_in(world, user_id, other)
    again = await elsewhere.http.delete(LEAVE.format(tenant))
    assert (again.status_code, again.json()["errorCode"]) == (404, "members.not_found")


async def test_a_member_leaves_another_account_than_the_one_they_act_in(world):
    tenant, other = await world.tenant(), await world.tenant()
    await world.person("Admin", tenant_id=other)
    user_id, _ = await world.member(tenant, "Admin")
    await world.member_of(other, user_id)
    browser = await sign_in(world, user_id, tenant)
    assert (await browser.http.delete(LEAVE.format(other))).status_code == 200
    assert (await browser.http.get("/identity/resources/users/v2/me")).status_code == 200


async def test_the_last_administrator_stays(world):
    admin = await world.person("Admin")
    await world.member(admin.tenant_id, "ReadOnly")
    answer = await admin.browser.delete(LEAVE.format(admin.tenant_id))
    assert (answer.status_code, answer.json()["errorCode"]) == (409, "members.last_admin")
    await world.person("Admin", tenant_id=admin.tenant_id)
    assert (await admin.browser.delete(LEAVE.format(admin.tenant_id))).status_code == 200


async def test_who_comes_from_the_account_above_leaves_there(world, db):
    above = await world.tenant()
    below = await world.tenant(parent=above)
    person = await world.person("Admin", tenant_id=above)
    await world.person("Admin", tenant_id=above)
    await db.connection.execute(
        "insert into memberships (tenant_id, user_id, activated, inherited_from, created_at)"
        " values ($1, $2, true, $3, now())", below, person.id, above,
    )  # fmt: skip
    answer = await person.browser.delete(LEAVE.format(below))
    assert (answer.status_code, answer.json()["errorCode"]) == (403, "members.managed_above")


async def test_a_user_cannot_end_the_membership_of_another(world):
    person, foreign = await world.person("ReadOnly"), await world.person("Admin")
    answer = await person.browser.delete(LEAVE.format(foreign.tenant_id))
    assert (answer.status_code, answer.json()["errorCode"]) == (404, "members.not_found")
    assert (await world.new_client().delete(LEAVE.format(person.tenant_id))).status_code == 401
    assert (await person.browser.delete(LEAVE.format("unknown"))).status_code == 404


async def test_staff_keep_an_account_to_sign_in_to(world, database):
    await dismiss_all(database)
    owner = (await hire(world, StaffRole.OWNER)).person
    await world.member(owner.tenant_id, "Admin")
    other = await world.tenant()
    await world.member(other, "Admin")
    answer = await owner.browser.delete(LEAVE.format(owner.tenant_id))
    assert (answer.status_code, answer.json()["errorCode"]) == (409, "tenants.staff_inside")
    await world.member_of(other, owner.id)
    async with opened(database, Scope.system()) as db:
        await db.connection.execute(
            "update memberships set is_disabled = true where tenant_id = $1 and user_id = $2",
            other, owner.id,
        )  # fmt: skip
    answer = await owner.browser.delete(LEAVE.format(owner.tenant_id))
    assert (answer.status_code, answer.json()["errorCode"]) == (409, "tenants.staff_inside")
    async with opened(database, Scope.system()) as db:
        await db.connection.execute(
            "update memberships set is_disabled = false where tenant_id = $1 and user_id = $2",
            other, owner.id,
        )  # fmt: skip
    assert (await owner.browser.delete(LEAVE.format(owner.tenant_id))).status_code == 200
    await dismiss_all(database)
