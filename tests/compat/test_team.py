"""The people, roles and accounts of a tenant in a public client's portal."""

from typing import Any
from uuid import uuid4

import pytest

from gatehouse.kit import clock
from tests.compat.public_client import IDENTITY, USERS, PublicClient, Refused
from tests.identity.browser import sign_in
from tests.world import Db, Person, World

TEAM = "/team/resources/members/v1"


@pytest.fixture
async def admin(world: World, public_client: PublicClient) -> Person:
    """Signed in by token, in an account with a sub-account."""
    admin = await world.person("Admin")
    await world.tenant("Acme Labs", parent=admin.tenant_id)
    public_client.browser.headers["authorization"] = admin.browser.headers["authorization"]
    return admin


async def people(client: PublicClient, search: str = "") -> list[dict[str, Any]]:
    found = f"&searchFilter={search}" if search else ""
    page = await client.get(f"{TEAM}?pageOffset=0&pageSize=10{found}")
    assert page["totalItems"] == len(page["items"])
    items: list[dict[str, Any]] = page["items"]
    return items


async def test_people_of_an_account_with_sub_accounts_can_be_changed(
    public_client: PublicClient, admin: Person
):
    """Where there are sub-accounts the client reads `tenants` of a person: for the roles it shows, and
    before it offers to change, invite again or delete."""
    (sub_account,) = await public_client.get("/tenants/resources/hierarchy/v1")
    assert (sub_account["tenantName"], sub_account["level"]) == ("Acme Labs", 1)
    (shown,) = await people(public_client)
    (here,) = [one for one in shown["tenants"] if one["tenantId"] == str(admin.tenant_id)]
    assert [role["name"] for role in here["roles"]] == ["Admin"]


async def test_invite_change_invite_again_and_delete(
    public_client: PublicClient, admin: Person, world: World, run_jobs
):
    roles = (await public_client.get("/team/resources/roles/v1"))["items"]
    reader = next(role["id"] for role in roles if role["key"] == "ReadOnly")
    address = f"{uuid4().hex[:12]}@example.test"
    form = {
        "name": "Ivy Invited",
        "email": address,
        "roleIds": [reader],
        "phone": "+491701234567",
        "provider": "local",
    }
    made = await public_client.call("POST", f"{IDENTITY}/users/v2", form)
    assert (made["email"], made["roleIds"]) == (address, [reader])
    (row,) = await people(public_client, search=address)
    assert (row["activatedForTenant"], row["phone"]) == (False, "+491701234567")
    await public_client.call("POST", f"{IDENTITY}/users/v2", row | {"provider": "local"})
    await public_client.call("POST", f"{TEAM}/{row['id']}/resendActivationEmail", {})
    await run_jobs()
    assert len(world.mails(address)) > 1
    cleared = await public_client.call("PUT", TEAM, {**row, "roleIds": [""]})
    assert cleared["item"]["roleIds"] == []
    await public_client.call("DELETE", f"{TEAM}/{row['id']}")
    assert await people(public_client, search=address) == []


async def test_roles_and_what_they_permit(public_client: PublicClient, admin: Person):
    roles = await public_client.get(f"{IDENTITY}/roles/v1")
    permissions = await public_client.get(f"{IDENTITY}/permissions/v1")
    categories = await public_client.get(f"{IDENTITY}/permissions/v1/categories")
    known = {permission["id"] for permission in permissions if permission["name"]}
    assert all(set(role["permissions"]) <= known for role in roles)
    assert all(category["name"] for category in categories)
    assert any(category["permissionIds"] for category in categories)


async def test_account_details_are_sent_back_whole(public_client: PublicClient, admin: Person):
    path = "/tenants/resources/account-settings/v1"
    read = await public_client.get(path)
    saved = await public_client.call(
        "PUT", path, {"loading": False, "error": None, **read, "name": "Acme Inc"}
    )
    assert saved["name"] == "Acme Inc"


async def test_no_invite_link_is_not_found(public_client: PublicClient, admin: Person):
    invites = f"{IDENTITY}/tenants/invites/v1"
    assert "tenantInvitationsAllowed" in await public_client.get(f"{invites}/configuration")
    with pytest.raises(Refused, match="The invite link was not found"):
        await public_client.get(f"{invites}/user")


async def test_switch_to_another_account_and_not_to_a_foreign_one(
    public_client: PublicClient, world: World, db: Db
):
    first, second = await world.tenant("First"), await world.tenant("Second")
    user_id, _ = await world.member(first, "ReadOnly")
    await db.connection.execute(
        "insert into memberships (tenant_id, user_id, activated, created_at)"
        " values ($1, $2, true, $3)",
        second, user_id, clock.now(),
    )  # fmt: skip
    signed_in = await sign_in(world, user_id, first)
    public_client.browser.cookies = signed_in.http.cookies
    await public_client.renew()
    with pytest.raises(Refused, match="The account was not found"):
        await public_client.call("PUT", f"{USERS}/tenant", {"tenantId": str(await world.tenant())})
    await public_client.call("PUT", f"{USERS}/tenant", {"tenantId": str(second)})
    user = await public_client.renew()
    assert (user["tenantId"], public_client.claims["tenantId"]) == (str(second), str(second))
    assert {tenant["name"] for tenant in user["tenants"]} == {"First", "Second"}
