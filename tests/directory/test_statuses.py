"""How far users have come, which accounts a user has, and whose roles there are."""

from uuid import uuid4

from gatehouse.kit import clock

STATUSES = "/identity/resources/tenants/users/v1/statuses"
MINE = "/identity/resources/users/v2/me/hierarchy"
ROLE_TENANTS = "/identity/resources/roles/v2/distinct-tenants"


async def test_statuses_of_the_own_people(world, db):
    admin, other = await world.person("Admin"), await world.person("Admin")
    active, _ = await world.member(admin.tenant_id, "ReadOnly")
    new, _ = await world.member(admin.tenant_id, "ReadOnly")
    await db.connection.execute(
        "update memberships set last_seen_at = $1 where user_id = $2", clock.now(), active
    )
    answer = await admin.browser.post(
        "/identity/resources/users/v2", json={"email": f"{uuid4().hex[:9]}@example.test"}
    )
    invited = answer.json()["id"]
    ids = ",".join(map(str, (active, new, invited, other.id, uuid4())))
    shown = (await admin.browser.get(STATUSES, params={"userIds": ids})).json()
    assert {one["userId"]: one["tenantsStatuses"] for one in shown} == {
        str(user_id): [{"tenantId": str(admin.tenant_id), "status": status}]
        for user_id, status in (
            (active, "Activated"), (new, "PendingLogin"), (invited, "PendingInvitation"),
        )
    }  # fmt: skip
    some = {"userIds": ids, "userTenantStatuses": "PendingLogin"}
    assert [one["userId"] for one in (await admin.browser.get(STATUSES, params=some)).json()] == [
        str(new)
    ]
    assert (await admin.browser.get(STATUSES)).json() == []
    wrong = {"userIds": ids, "userTenantStatuses": "Gone"}
    assert (await admin.browser.get(STATUSES, params=wrong)).status_code == 400
    weak = await world.person()
    assert (await weak.browser.get(STATUSES, params={"userIds": ids})).status_code == 403


async def test_the_own_accounts_are_a_tree(world, db):
    person = await world.person("Admin")
    between = await world.tenant("Between", parent=person.tenant_id)
    below = await world.tenant("Below", parent=between)
    elsewhere = await world.tenant("Elsewhere", parent=await world.tenant("Above"))
    for tenant_id in (below, elsewhere):
        await db.connection.execute(
            "insert into memberships (tenant_id, user_id, activated, created_at)"
            " values ($1, $2, true, now())",
            tenant_id, person.id,
        )  # fmt: skip
    shown = (await person.browser.get(MINE)).json()
    tops = {one["tenantId"]: one for one in shown["tenants"]}
    assert set(tops) == {str(person.tenant_id), str(elsewhere)}
    own = tops[str(person.tenant_id)]
    assert own["isActive"]
    assert [one["tenantId"] for one in own["children"]] == [str(below)]
    assert "Above" not in str(shown)
    assert "Between" not in str(shown)


async def test_whose_roles_there_are(world):
    admin = await world.person("Admin")
    assert (await admin.browser.get(ROLE_TENANTS)).json() == []
    other = await world.person("Admin", permissions=("fe.secure.read.users",))
    assert (await other.browser.get(ROLE_TENANTS)).json() == [str(other.tenant_id)]
