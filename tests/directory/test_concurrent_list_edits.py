"""Two administrators edit one list: the one who saves later keeps what the other removed and added.

Each case reads a list, lets another administrator remove one entry, and then saves an edit that began with
the list as it was first read.
"""

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

import pytest

from tests.connectivity.steps import GROUP_CREATED
from tests.directory.api_tokens import offering
from tests.identity.sso.steps import make as make_connection
from tests.policies.places import COUNTRIES
from tests.vendor_view import get_user, membership_in
from tests.world import Person, World

ROLES = "/identity/resources/roles/v1"
PERMISSIONS = "/identity/resources/permissions/v1"
TOKENS = "/identity/resources/tenants/api-tokens/v1"
BELOW = "/identity/resources/sub-tenants/users/v1"
SSO = "/team/resources/sso/v1/configurations"
EMAILS = "/integrations/resources/configurations/v1/emails"

Save = Callable[..., Awaitable[Any]]


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin")


@pytest.fixture
async def roles(admin: Person) -> list[str]:
    listed = (await admin.browser.get(ROLES)).json()
    return [one["id"] for one in listed]


async def send(who: Person, method: str, path: str, body: Any) -> Any:
    answer = await who.browser.send(who.browser.build_request(method, path, json=body))
    assert answer.status_code < 300, answer.text
    return answer.json() if answer.content else None


async def role_ids_in(world: World, tenant_id: UUID, user: Person) -> list[str]:
    membership = membership_in(await get_user(world, user.id), tenant_id)
    return [role["id"] for role in membership["roles"]]


def with_base(name: str, wanted: list[Any], base: list[Any] | None) -> dict[str, list[Any]]:
    based = {} if base is None else {f"base{name[0].upper()}{name[1:]}": base}
    return {name: wanted, **based}


async def merges(save: Save, first: str, second: str, third: str) -> None:
    assert set(await save([first, second])) == {first, second}
    assert await save([first]) == [first]
    mine = await save([first, second, third], base=[first, second])
    assert sorted(mine) == sorted([first, third])
    # Published clients send the whole list and nothing else: it replaces what is there.
    assert set(await save([first, second])) == {first, second}


async def test_concurrent_edits_of_the_permissions_of_a_role_are_merged(admin: Person):
    catalogue = (await admin.browser.get(PERMISSIONS)).json()
    ids = [one["id"] for one in catalogue if one["assignmentType"] == "ALWAYS"]
    new = {"key": "support", "name": "Support", "permissions": []}
    role = await send(admin, "POST", ROLES, new)

    async def save(wanted: list[str], base: list[str] | None = None) -> Any:
        body = with_base("permissionIds", wanted, base)
        saved = await send(admin, "PUT", f"{ROLES}/{role['id']}/permissions", body)
        return saved["permissions"]

    await merges(save, *ids[:3])


async def test_concurrent_edits_of_the_roles_of_a_user_are_merged(
    world: World, admin: Person, roles: list[str]
):
    user = await world.person("ReadOnly", tenant_id=admin.tenant_id)

    async def save(wanted: list[str], base: list[str] | None = None) -> Any:
        body = {"id": str(user.id), **with_base("roleIds", wanted, base)}
        await send(admin, "PUT", "/team/resources/members/v1", body)
        return await role_ids_in(world, admin.tenant_id, user)

    await merges(save, *roles[:3])


async def test_concurrent_edits_of_the_roles_of_an_api_token_are_merged(
    world: World, admin: Person, roles: list[str]
):
    async with offering(world, "tenantApiToken"):
        new = {"description": "Import", "roleIds": []}
        token = await send(admin, "POST", TOKENS, new)

        async def save(wanted: list[str], base: list[str] | None = None) -> Any:
            body = with_base("roleIds", wanted, base)
            return (await send(admin, "PATCH", f"{TOKENS}/{token['clientId']}", body))["roleIds"]

        await merges(save, *roles[:3])


async def test_concurrent_edits_of_roles_in_a_sub_account_are_merged(
    world: World, roles: list[str]
):
    admin = await world.person("Admin", tenant_id=await world.tenant("Top"))
    child = await world.tenant("Child", parent=admin.tenant_id)
    user = await world.person("ReadOnly", tenant_id=child)

    async def save(wanted: list[str], base: list[str] | None = None) -> Any:
        entry = {"tenantId": str(child), **with_base("roleIds", wanted, base)}
        await send(admin, "PATCH", f"{BELOW}/{user.id}/roles", {"subTenantsRoles": [entry]})
        return await role_ids_in(world, child, user)

    await merges(save, *roles[:3])


async def test_concurrent_edits_of_the_default_roles_of_a_connection_are_merged(
    admin: Person, roles: list[str]
):
    connection = (await make_connection(admin.browser))["id"]

    async def save(wanted: list[str], base: list[str] | None = None) -> Any:
        path = f"{SSO}/{connection}/roles"
        await send(admin, "PUT", path, with_base("roleIds", wanted, base))
        return (await admin.browser.get(path)).json()["roleIds"]

    await merges(save, *roles[:3])


async def test_concurrent_edits_of_the_roles_of_a_mapped_group_are_merged(
    admin: Person, roles: list[str]
):
    connection = (await make_connection(admin.browser))["id"]
    groups = f"{SSO}/{connection}/groups"
    group = await send(admin, "POST", groups, {"group": "staff", "roleIds": []})

    async def save(wanted: list[str], base: list[str] | None = None) -> Any:
        body = with_base("roleIds", wanted, base)
        await send(admin, "PATCH", f"{groups}/{group['id']}", body)
        (one,) = (await admin.browser.get(groups)).json()
        return one["roleIds"]

    await merges(save, *roles[:3])


async def test_concurrent_edits_of_restricted_countries_are_merged(admin: Person):
    rules = {"enabled": False, "action": "BLOCK", "failStrategy": "ALLOW"}

    def entries(codes: list[str]) -> list[dict[str, str]]:
        return [{"countryCode": code} for code in codes]

    async def save(wanted: list[str], base: list[str] | None = None) -> Any:
        based = None if base is None else entries(base)
        await send(admin, "POST", COUNTRIES, rules | with_base("countries", entries(wanted), based))
        return [one["id"] for one in (await admin.browser.get(f"{COUNTRIES}/countries")).json()]

    await merges(save, "CH", "DE", "FR")


async def test_concurrent_edits_of_the_recipients_of_a_subscription_are_merged(admin: Person):
    url = f"{EMAILS}/{GROUP_CREATED}"
    first = {"enabled": True, "subscriptions": [{"recipients": ["first@example.test"]}]}
    assert (await admin.browser.post(url, json=first)).status_code < 300

    async def listed() -> Any:
        (event,) = (await admin.browser.get(EMAILS)).json()
        return event["subscriptions"][0]

    subscription = f"{url}/subscriptions/{(await listed())['id']}"

    async def save(wanted: list[str], base: list[str] | None = None) -> Any:
        body = with_base("recipients", wanted, base)
        assert (await admin.browser.put(subscription, json=body)).status_code == 200
        return (await listed())["recipients"]

    await merges(save, *(f"{name}@example.test" for name in ("ann", "bob", "cat")))
    crowd = [f"{number}@example.test" for number in range(19)]
    await save(["ann@example.test", *crowd])
    body = {"recipients": ["bob@example.test"], "baseRecipients": []}
    answer = await admin.browser.put(subscription, json=body)
    assert (answer.status_code, answer.json()["errorCode"]) == (409, "lists.too_long")
