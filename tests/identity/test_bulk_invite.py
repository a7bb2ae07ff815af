"""Up to a thousand people invited to an account at once."""

from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest

from gatehouse.access.staff_role import StaffRole
from gatehouse.audit.actors import SYSTEM
from gatehouse.identity.users import invite_many
from gatehouse.identity.users.create import create_user
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.jobs import JobContext
from gatehouse.vendor_access import staff
from gatehouse.vendor_access.credentials import revoke_credential
from tests.backend import new_backend
from tests.identity.passwordless_steps import refusal
from tests.identity.signup_steps import GOOD, ME, SIGN_UP, form, new_address, stranger
from tests.identity.test_users import signs_in
from tests.staff import hire
from tests.vendor_view import members_of

BULK = "/identity/resources/users/bulk/v1"


def of(tenant_id: object) -> dict[str, str]:
    return {"frontegg-tenant-id": str(tenant_id)}


async def test_users_are_invited_and_failures_are_reported(backend, asgi, world, db, run_jobs):
    person = await world.person("Admin")
    invited, quiet, vouched = new_address(), new_address(), new_address()
    users = [
        {"email": invited, "name": "Ada Poe"},
        {"email": person.email},
        {"email": quiet, "skipInviteEmail": True},
        {"email": vouched, "password": GOOD, "verified": True, "skipInviteEmail": True},
        {"email": new_address(), "roleIds": [str(uuid4())]},
    ]
    answer = await backend.post(
        f"{BULK}/invite", json={"users": users}, headers=of(person.tenant_id)
    )
    assert answer.status_code == 202, answer.text
    task_id = answer.json()["id"]
    waiting = (await backend.get(f"{BULK}/status/{task_id}")).json()
    assert (waiting["status"], waiting["total"], waiting["processed"]) == ("NotStarted", 5, 0)
    stored = await db.connection.fetchval(
        "select sealed_input from vendor_tasks where id = $1", task_id
    )
    assert GOOD.encode() not in stored
    assert invited.encode() not in stored
    await run_jobs()
    done = (await backend.get(f"{BULK}/status/{task_id}")).json()
    assert done["status"] == "CompletedWithErrors"
    assert (done["processed"], done["succeeded"], done["failed"]) == (5, 3, 2)
    assert [(one["email"], one["code"]) for one in done["errors"]] == [
        (person.email, "memberships.already_member"),
        (users[4]["email"], "roles.not_found"),
    ]
    await run_jobs()
    assert len(world.mails(invited)) == 1
    assert world.mails(quiet) == []
    assert await signs_in(asgi, vouched) == (200, "")
    gone = "select sealed_input is null from vendor_tasks where id = $1"
    assert await db.connection.fetchval(gone, task_id)


async def test_marking_an_address_verified_gives_no_access_to_an_earlier_sign_up(
    backend, asgi, world, run_jobs
):
    """Where people may come in before they prove an address, anybody signs up with anybody's."""
    address, tenant_id = new_address(), await world.tenant()
    await world.configure("update vendor set allow_not_verified_users_login = true")
    try:
        async with stranger(asgi) as browser:
            taken = await browser.post(SIGN_UP, json=form(address, password=GOOD))
            assert "accessToken" in taken.text, taken.text
            users = [{"email": address, "verified": True, "skipInviteEmail": True}]
            begun = await backend.post(
                f"{BULK}/invite", json={"users": users}, headers=of(tenant_id)
            )
            assert begun.status_code == 202, begun.text
            await run_jobs()
            token = taken.json()["authResponse"]["accessToken"]
            me = await browser.get(ME, headers={"authorization": f"Bearer {token}"})
        assert me.status_code == 401, me.text
        assert (await signs_in(asgi, address))[0] == 401
    finally:
        await world.configure("update vendor set allow_not_verified_users_login = false")
    [member] = await members_of(world, tenant_id)
    assert (member["email"], member["verified"]) == (address, True)
    assert member["activatedForTenant"] is True


async def test_an_address_with_a_nul_character_stops_no_other_invitation(backend, world, run_jobs):
    tenant_id, good = await world.tenant(), new_address()
    users = [{"email": "a\0b@example.test"}, {"email": good, "skipInviteEmail": True}]
    begun = await backend.post(f"{BULK}/invite", json={"users": users}, headers=of(tenant_id))
    assert begun.status_code == 202, begun.text
    await run_jobs()
    done = (await backend.get(f"{BULK}/status/{begun.json()['id']}")).json()
    assert (done["status"], done["succeeded"], done["failed"]) == ("CompletedWithErrors", 1, 1)
    assert (done["errors"][0]["email"], done["errors"][0]["code"]) == (
        "ab@example.test",
        "users.email_invalid",
    )


async def test_invalid_bulk_invitations_are_refused(backend, world, db):
    tenant_id, count = await world.tenant(), "select count(*) from vendor_tasks"
    before = await db.connection.fetchval(count)
    one = {"email": new_address()}
    bodies: list[dict[str, Any]] = [
        {},
        {"users": []},
        {"users": [one, {"email": ""}]},
        {"users": [one, {"name": "x"}]},
        {"users": [one] * 1001},
    ]
    for wrong in bodies:
        answer = await backend.post(f"{BULK}/invite", json=wrong, headers=of(tenant_id))
        assert answer.status_code == 400, wrong
    assert (await backend.post(f"{BULK}/invite", json={"users": [one]})).status_code == 400
    gone = await backend.post(f"{BULK}/invite", json={"users": [one]}, headers=of(uuid4()))
    assert refusal(gone) == (404, "tenants.not_found")
    assert refusal(await backend.get(f"{BULK}/status/{uuid4()}")) == (404, "tasks.not_found")
    assert await db.connection.fetchval(count) == before


async def test_a_stopped_task_resumes_and_does_nothing_twice(backend, world, run_jobs, monkeypatch):
    tenant_id = await world.tenant()
    users = [{"email": new_address()} for _ in range(4)]
    answer = await backend.post(f"{BULK}/invite", json={"users": users}, headers=of(tenant_id))
    task_id = answer.json()["id"]
    right, calls = create_user, []

    async def killed_at_the_third(*arguments: Any) -> UUID:
        calls.append(1)
        if len(calls) == 3:
            raise RuntimeError("killed")
        return await right(*arguments)

    monkeypatch.setattr(invite_many, "create_user", killed_at_the_third)
    context = JobContext(world.resources[Database], world.resources, 1, 1, last_attempt=False)
    with pytest.raises(RuntimeError):
        await invite_many.invite_next_users(context, task_id)
    half = (await backend.get(f"{BULK}/status/{task_id}")).json()
    assert (half["status"], half["processed"]) == ("InProgress", 2)
    await run_jobs()
    done = (await backend.get(f"{BULK}/status/{task_id}")).json()
    assert (done["status"], done["succeeded"], done["failed"]) == ("Completed", 4, 0)
    assert len(await members_of(world, tenant_id)) == 4


async def test_nothing_goes_on_in_the_name_of_a_credential_that_was_revoked(world, run_jobs):
    begun_by, other = await new_backend(world), await new_backend(world)
    tenant_id, address = await world.tenant(), new_address()
    begun = await begun_by.http.post(
        f"{BULK}/invite", json={"users": [{"email": address}]}, headers=of(tenant_id)
    )
    assert begun.status_code == 202, begun.text
    assert await revoke_credential(world.resources[Database], str(begun_by.credential.id))
    await run_jobs()
    done = (await other.http.get(f"{BULK}/status/{begun.json()['id']}")).json()
    assert (done["status"], done["succeeded"], done["failed"]) == ("CompletedWithErrors", 0, 1)
    assert done["errors"][0]["code"] == "access.missing_permission"
    assert (done["errors"][0]["email"], world.mails(address)) == (address, [])


@pytest.mark.parametrize("becomes", [StaffRole.READ_ONLY, None])
async def test_nothing_goes_on_in_the_name_of_who_was_dismissed(world, becomes, backend, run_jobs):
    """What they may is asked at each part; that they signed out meanwhile does not matter."""
    support, stays = await hire(world, StaffRole.SUPPORT), await hire(world, StaffRole.SUPPORT)
    tenant_id, began = await world.tenant(), {}
    for one in (support, stays):
        begun = await one.browser.post(
            f"{BULK}/invite", json={"users": [{"email": new_address()}]}, headers=of(tenant_id)
        )
        assert begun.status_code == 202, begun.text
        began[one.person.email] = begun.json()["id"]
        await one.person.browser.post("/identity/resources/auth/v1/logout")
    async with world.resources[Database].transaction(Scope.system()) as db:
        if becomes:
            await staff.change_staff_member(db, support.person.id, becomes, by=SYSTEM)
        else:
            await staff.remove_staff_member(db, support.person.id, by=SYSTEM)
    await run_jobs()
    done = [(await backend.get(f"{BULK}/status/{task_id}")).json() for task_id in began.values()]
    assert [(one["succeeded"], one["failed"]) for one in done] == [(0, 1), (1, 0)]
    assert done[0]["errors"][0]["code"] == "access.missing_permission"


async def test_a_part_that_fails_unexpectedly_is_reported_and_the_others_are_done(
    backend, world, monkeypatch
):
    tenant_id = await world.tenant()
    users = [{"email": new_address()} for _ in range(3)]
    answer = await backend.post(f"{BULK}/invite", json={"users": users}, headers=of(tenant_id))
    right, calls = create_user, []

    async def failing_at_the_second(*arguments: Any) -> UUID:
        calls.append(1)
        if len(calls) == 2:
            raise asyncpg.DataError("a value that no column holds")
        return await right(*arguments)

    monkeypatch.setattr(invite_many, "create_user", failing_at_the_second)
    task_id = answer.json()["id"]
    context = JobContext(world.resources[Database], world.resources, 8, 1, last_attempt=True)
    await invite_many.invite_next_users(context, task_id)
    done = (await backend.get(f"{BULK}/status/{task_id}")).json()
    assert (done["status"], done["succeeded"], done["failed"]) == ("CompletedWithErrors", 2, 1)
    [error] = done["errors"]
    assert (error["email"], error["code"]) == (users[1]["email"], "server.error")
    assert "column" not in error["message"]
