"""Up to a thousand people invited to an account at once."""

from uuid import uuid4

import pytest

from gatehouse.kit.db import Database
from gatehouse.kit.jobs import JobContext
from gatehouse.management.bulk_invite import service
from tests.identity.passwordless_steps import refusal
from tests.identity.signup_steps import GOOD, new_address
from tests.vendor.caller import new_backend
from tests.vendor.test_users import signs_in

BULK = "/identity/resources/users/bulk/v1"


@pytest.fixture
async def backend(world):
    return (await new_backend(world)).http


def of(tenant_id: object) -> dict[str, str]:
    return {"frontegg-tenant-id": str(tenant_id)}


async def test_people_are_invited_and_who_was_not_is_told(backend, asgi, world, db, run_jobs):
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
    stored = await db.connection.fetchval("select input from vendor_tasks where id = $1", task_id)
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
    gone = "select input is null from vendor_tasks where id = $1"
    assert await db.connection.fetchval(gone, task_id)


async def test_what_invites_nobody(backend, world, db):
    tenant_id, count = await world.tenant(), "select count(*) from vendor_tasks"
    before = await db.connection.fetchval(count)
    one = {"email": new_address()}
    for wrong in (
        {},
        {"users": []},
        {"users": [one, {"email": ""}]},
        {"users": [one, {"name": "x"}]},
        {"users": [one] * 1001},
    ):
        answer = await backend.post(f"{BULK}/invite", json=wrong, headers=of(tenant_id))
        assert answer.status_code == 400, wrong
    assert (await backend.post(f"{BULK}/invite", json={"users": [one]})).status_code == 400
    gone = await backend.post(f"{BULK}/invite", json={"users": [one]}, headers=of(uuid4()))
    assert refusal(gone) == (404, "tenants.not_found")
    assert refusal(await backend.get(f"{BULK}/status/{uuid4()}")) == (404, "tasks.not_found")
    assert await db.connection.fetchval(count) == before


async def test_whoever_was_stopped_goes_on_and_does_nothing_twice(
    backend, world, db, run_jobs, monkeypatch
):
    tenant_id = await world.tenant()
    users = [{"email": new_address()} for _ in range(4)]
    answer = await backend.post(f"{BULK}/invite", json={"users": users}, headers=of(tenant_id))
    task_id = answer.json()["id"]
    right, calls = service.create, []

    async def killed_at_the_third(*arguments: object) -> object:
        calls.append(1)
        if len(calls) == 3:
            raise RuntimeError("killed")
        return await right(*arguments)

    monkeypatch.setattr(service, "create", killed_at_the_third)
    context = JobContext(world.resources[Database], world.resources, 1, 1, last_attempt=False)
    with pytest.raises(RuntimeError):
        await service.invite(context, task_id)
    half = (await backend.get(f"{BULK}/status/{task_id}")).json()
    assert (half["status"], half["processed"]) == ("InProgress", 2)
    await run_jobs()
    done = (await backend.get(f"{BULK}/status/{task_id}")).json()
    assert (done["status"], done["succeeded"], done["failed"]) == ("Completed", 4, 0)
    members = "select count(*) from memberships where tenant_id = $1"
    assert await db.connection.fetchval(members, tenant_id) == 4
