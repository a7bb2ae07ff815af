"""What only the vendor's backends do with people: without mail, across accounts, beside their factors."""

from uuid import uuid4

import pytest

from gatehouse.identity.sign_in import password
from gatehouse.kit.rate_limit import RateLimit
from tests.audit_log import audit_entries
from tests.identity.browser import ME
from tests.identity.passwordless_steps import refusal
from tests.identity.signup_steps import GOOD, new_address, sign_up_and_activate
from tests.identity.test_users import signs_in

USERS = "/identity/resources/vendor-only/users/v1"
SHOWN = "/identity/resources/users/v1"


@pytest.fixture
async def owner(asgi, world, run_jobs):
    """Signed in, with the password `GOOD`."""
    address = new_address()
    user_id, tenant_id = await sign_up_and_activate(asgi, world, run_jobs, address)
    return await world.sign_in(user_id, tenant_id, address)


async def test_a_user_is_created_without_a_mail(backend, asgi, world, run_jobs):
    tenant_id, address = await world.tenant(), new_address()
    body = {
        "email": address,
        "name": "Ada Poe",
        "password": GOOD,
        "tenantId": str(tenant_id),
        "metadata": '{"team":"blue"}',
        "vendorMetadata": '{"plan":"gold"}',
        "externalId": "crm-7",
        "mfaBypass": True,
    }
    made = await backend.post(USERS, json=body)
    assert made.status_code == 201, made.text
    shown = made.json()
    assert (shown["email"], shown["name"], shown["externalId"]) == (address, "Ada Poe", "crm-7")
    assert (shown["vendorMetadata"], shown["metadata"]) == ('{"plan":"gold"}', '{"team":"blue"}')
    assert (shown["mfaBypass"], shown["verified"], shown["tenantId"]) == (
        True,
        False,
        str(tenant_id),
    )
    assert (await backend.get(f"{USERS}/{shown['id']}")).json() == shown
    await run_jobs()
    assert world.mails(address) == []
    assert (await signs_in(asgi, address))[0] != 200
    await backend.post(f"{SHOWN}/{shown['id']}/verify")
    assert await signs_in(asgi, address) == (200, "")
    again = await backend.post(USERS, json={"email": address, "tenantId": str(tenant_id)})
    assert refusal(again) == (409, "memberships.already_member")
    for wrong in (
        {"tenantId": str(uuid4())},
        {"tenantId": str(tenant_id), "roleIds": [str(uuid4())]},
    ):
        answer = await backend.post(USERS, json={"email": new_address(), **wrong})
        assert answer.status_code == 404, answer.text
    for malformed in (
        {},
        {"email": "nobody", "tenantId": str(tenant_id)},
        {"tenantId": str(tenant_id)},
    ):
        assert (await backend.post(USERS, json=malformed)).status_code == 400
    assert refusal(await backend.get(f"{USERS}/{uuid4()}")) == (404, "users.not_found")


async def fits(backend, email: str, password: str) -> bool:
    body = {"email": email, "password": password}
    answer = await backend.post(f"{USERS}/passwords/verify", json=body)
    assert answer.status_code == 200, answer.text
    assert list(answer.json()) == ["isValid"]
    found: bool = answer.json()["isValid"]
    return found


async def test_a_password_is_verified_and_guesses_lock_as_at_the_login(backend, asgi, owner):
    assert await fits(backend, owner.email.upper(), GOOD) is True
    assert await fits(backend, new_address(), GOOD) is False
    for _ in range(5):
        assert await fits(backend, owner.email, "wrong") is False
    assert await fits(backend, owner.email, GOOD) is False
    assert await signs_in(asgi, owner.email) == (403, "ER-01034")
    assert (await owner.browser.get(ME)).status_code == 200


async def test_verifying_passwords_is_limited(backend, monkeypatch):
    monkeypatch.setattr(password, "VERIFICATIONS_PER_ACCOUNT", RateLimit("login.verify.test", 2, 5))
    body = {"email": new_address(), "password": "wrong"}
    codes = [
        (await backend.post(f"{USERS}/passwords/verify", json=body)).status_code for _ in range(3)
    ]
    assert codes == [200, 200, 429]


def told_of_factors(world, person) -> int:
    return sum("MFA" in mail["Subject"] for mail in world.mails(person.email))


async def test_second_factors_are_taken_away(backend, world, owner, run_jobs, db):
    await db.connection.execute(
        "insert into mfa_phones (id, user_id, phone_number, created_at)"
        " values (gen_random_uuid(), $1, '+15550100123', now())",
        owner.id,
    )
    assert (await backend.get(f"{USERS}/{owner.id}")).json()["mfaEnrolled"] is True
    answer = await backend.post(f"{USERS}/{owner.id}/mfa/unenroll")
    assert answer.status_code == 200, answer.text
    assert (await backend.get(f"{USERS}/{owner.id}")).json()["mfaEnrolled"] is False
    assert (await owner.browser.get(ME)).status_code == 401
    await run_jobs()
    assert told_of_factors(world, owner) == 1
    assert (await backend.post(f"{USERS}/{owner.id}/mfa/unenroll")).status_code == 200
    await run_jobs()
    assert told_of_factors(world, owner) == 1
    assert refusal(await backend.post(f"{USERS}/{uuid4()}/mfa/unenroll")) == (
        404,
        "users.not_found",
    )


async def role_ids(backend, user_id: object, tenant_id: object) -> set[str]:
    shown = (await backend.get(f"{SHOWN}/{user_id}")).json()
    one = next(one for one in shown["tenants"] if one["tenantId"] == str(tenant_id))
    return {role["id"] for role in one["roles"]}


async def test_roles_change_in_many_accounts_at_once(backend, world, owner, run_jobs):
    roles = (await backend.get("/identity/resources/roles/v1")).json()
    by_key = {role["key"]: role["id"] for role in roles}
    admin = by_key["Admin"]
    other = next(role["id"] for role in roles if role["key"] != "Admin")
    second = await world.tenant()
    await world.person("Admin", tenant_id=second)
    join = {"tenantId": str(second), "skipInviteEmail": True}
    assert (await backend.post(f"{SHOWN}/{owner.id}/tenant", json=join)).status_code == 201
    before = await role_ids(backend, owner.id, owner.tenant_id)
    assert admin in before

    path = f"{USERS}/{owner.id}/roles/bulk"
    begun = await backend.patch(path, json={"addRoleIds": [other]})
    assert begun.status_code == 200, begun.text
    body = begun.json()
    assert (body["userId"], body["affectedTenants"]) == (str(owner.id), 2)
    assert (body["rolesAdded"], body["rolesRemoved"]) == ([other], [])
    status = f"{USERS}/bulk-roles/status/{body['taskId']}"
    waiting = (await backend.get(status)).json()
    assert (waiting["status"], waiting["processedTenants"]) == ("NotStarted", 0)
    await run_jobs()
    done = (await backend.get(status)).json()
    assert (done["status"], done["totalTenants"], done["processedTenants"]) == ("Completed", 2, 2)
    assert (done["addedRoleIds"], done["errors"]) == ([other], [])
    for tenant_id in (owner.tenant_id, second):
        assert other in await role_ids(backend, owner.id, tenant_id)

    # In the own account the last administrator stays one; in the other there is nothing to keep.
    begun = await backend.patch(path, json={"removeRoleIds": [admin, other]})
    await run_jobs()
    done = (await backend.get(f"{USERS}/bulk-roles/status/{begun.json()['taskId']}")).json()
    assert done["status"] == "CompletedWithErrors"
    assert [one["tenantId"] for one in done["errors"]] == [str(owner.tenant_id)]
    assert await role_ids(backend, owner.id, owner.tenant_id) == before | {other}
    assert other not in await role_ids(backend, owner.id, second)
    assert len(await audit_entries(world, owner.tenant_id, "user.roles_changed")) == 1


async def test_what_changes_no_roles(backend, world, owner, run_jobs):
    role = (await backend.get("/identity/resources/roles/v1")).json()[0]["id"]
    path = f"{USERS}/{owner.id}/roles/bulk"
    for wrong in ({}, {"addRoleIds": ["x"]}, {"addRoleIds": [role], "removeRoleIds": [role]}):
        assert (await backend.patch(path, json=wrong)).status_code == 400
    unknown = await backend.patch(path, json={"addRoleIds": [str(uuid4())]})
    assert refusal(unknown) == (404, "roles.not_found")
    foreign = {"addRoleIds": [role], "tenantIds": [str(await world.tenant())]}
    assert refusal(await backend.patch(path, json=foreign)) == (404, "users.not_a_member")
    nobody = await backend.patch(f"{USERS}/{uuid4()}/roles/bulk", json={"addRoleIds": [role]})
    assert refusal(nobody) == (404, "users.not_found")
    gone = await backend.get(f"{USERS}/bulk-roles/status/{uuid4()}")
    assert refusal(gone) == (404, "tasks.not_found")
