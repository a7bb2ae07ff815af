"""Who may restore and erase deleted accounts."""

import pytest

from gatehouse.access.staff_role import StaffRole
from gatehouse.kit.db import Database
from tests.directory.deleted import DELETED, V1, delete, erase, listed, restore
from tests.directory.test_tenants import made
from tests.identity.passwordless_steps import refusal
from tests.staff import dismiss_all, hire
from tests.world import Person, World

SUB_ACCOUNTS = "/tenants/resources/sub-tenants/v1"


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


async def test_no_user_of_a_customer_restores_or_erases_accounts(backend, world: World):
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
