"""The vendor gives a role to one account, or to all."""

from uuid import UUID, uuid4

from tests.backend import new_backend
from tests.identity.passwordless_steps import refusal

ROLES = "/identity/resources/roles/v1"


async def role_of(browser) -> UUID:
    name = f"Auditor {uuid4().hex[:8]}"
    made = await browser.post(ROLES, json={"name": name, "key": name, "level": 5})
    assert made.status_code == 201, made.text
    return UUID(made.json()["id"])


async def sees(person, role_id: UUID) -> bool:
    return str(role_id) in {one["id"] for one in (await person.browser.get(ROLES)).json()}


async def test_a_role_is_given_to_all_accounts_and_to_one_again(world, db):
    backend = (await new_backend(world)).http
    first, second = await world.person("Admin"), await world.person("Admin")
    role_id = await role_of(first.browser)
    path = f"{ROLES}/{role_id}/tenant"
    assert not await sees(second, role_id)
    shown = await backend.put(path, json={"tenantId": None})
    assert (shown.status_code, "tenantId" in shown.json()) == (200, False)
    assert await sees(second, role_id)
    await db.connection.execute(
        "insert into membership_roles values ($1, $2, $3)", second.tenant_id, second.id, role_id
    )
    used = await backend.put(path, json={"tenantId": str(first.tenant_id)})
    assert refusal(used) == (409, "roles.in_use")
    given = await backend.put(path, json={"tenantId": str(second.tenant_id)})
    assert given.json()["tenantId"] == str(second.tenant_id)
    assert (await sees(first, role_id), await sees(second, role_id)) == (False, True)


async def test_a_role_of_unknown_accounts_or_in_use_is_refused(world):
    backend = (await new_backend(world)).http
    first = await world.person("Admin")
    role_id = await role_of(first.browser)
    nowhere = await backend.put(f"{ROLES}/{role_id}/tenant", json={"tenantId": str(uuid4())})
    assert refusal(nowhere) == (404, "tenants.not_found")
    unknown = await backend.put(f"{ROLES}/{uuid4()}/tenant", json={"tenantId": None})
    assert refusal(unknown) == (404, "roles.not_found")
    roles = (await first.browser.get(ROLES)).json()
    [admin] = [one["id"] for one in roles if one["key"] == "Admin"]
    own = {"tenantId": str(first.tenant_id)}
    assert refusal(await backend.put(f"{ROLES}/{admin}/tenant", json=own)) == (409, "roles.in_use")
