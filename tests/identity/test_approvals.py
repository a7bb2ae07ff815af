"""What waits until others have said yes: asked by a backend, answered by links, told to the product."""

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest

from gatehouse.access.tokens import AccessTokens
from gatehouse.identity.approvals import jobs
from gatehouse.identity.approvals.models import (
    ApprovalVotes,
    ApproverCandidate,
    Requester,
    decide_step_outcome,
    remove_duplicate_approvers,
)
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.kit.db.locks import Lock
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.outbound import Outbound, OutboundResponse
from gatehouse.kit.units import UnitsFailed
from tests.backend import new_backend
from tests.directory.deleted import delete, restore
from tests.failing_rows import make_rows_fail
from tests.lock_held import until_released
from tests.stored import row_contains
from tests.world import Person, World

FLOWS = "/identity/resources/approval-flows/v1"
LOOK, ACT = f"{FLOWS}/execution-data", f"{FLOWS}/approver-action"


class Product(Outbound):
    """The product's own address; it keeps what it is posted."""

    def __init__(self) -> None:
        super().__init__()
        self.status = 200
        self.posted: list[tuple[str, bytes]] = []

    async def post(
        self, url: str, content: bytes, headers: Any, *, most: int = 0
    ) -> OutboundResponse:
        self.posted.append((url, content))
        return OutboundResponse(self.status, "")


@pytest.fixture
def product(resources):
    before, ours = resources[Outbound], Product()
    resources.add(Outbound, ours)
    yield ours
    resources.add(Outbound, before)


@pytest.fixture
async def backend(world: World, db):
    yield (await new_backend(world)).http
    await db.connection.execute("delete from approval_flows")


@pytest.fixture
async def asker(world: World) -> Person:
    return await world.person()


@pytest.fixture
def look(resources):
    """What the schedule does each minute."""

    async def run() -> None:
        await jobs.expire_and_remind_approvals(
            JobContext(resources[Database], resources, 1, 1, False)
        )

    return run


def step(*, order: int = 1, needed: int = 1, **selectors: list[str]) -> dict[str, Any]:
    return {
        "approverSelectors": selectors,
        "configuration": {"minApprovals": needed},
        "stepOrder": order,
    }


async def new_flow(backend: httpx.AsyncClient, *steps: dict[str, Any], **more: Any) -> str:
    configuration = more.pop("configuration", {})
    body = {
        "name": "Delete the project", "channels": {"email": True, "sms": True}, "steps": steps,
        "configuration": configuration, **more,
    }  # fmt: skip
    answer = await backend.post(FLOWS, json=body)
    assert answer.status_code == 201, answer.text
    made: str = answer.json()["id"]
    return made


async def execute(
    backend: httpx.AsyncClient, flow: str, who: Person, **body: Any
) -> httpx.Response:
    headers = {"frontegg-user-id": str(who.id), "frontegg-tenant-id": str(who.tenant_id)}
    return await backend.post(f"{FLOWS}/{flow}/execute", json=body, headers=headers)


async def asked(backend: httpx.AsyncClient, flow: str, who: Person, **body: Any) -> str:
    answer = await execute(backend, flow, who, **body)
    assert answer.status_code == 200, answer.text
    made: str = answer.json()["approvalFlowExecutionId"]
    return made


async def status(backend: httpx.AsyncClient, execution: str) -> str:
    found: str = (await backend.get(f"{FLOWS}/executions/{execution}")).json()["status"]
    return found


def link_of(world: World, address: str) -> dict[str, str]:
    link = world.link(world.mails(address)[-1])
    assert link.path == "/account/approval-flow"
    return dict(link.params)


def new_address() -> str:
    return f"{uuid4().hex[:12]}@example.test"


async def test_what_others_approve_is_told_to_the_product(
    world, backend, asker, client, run_jobs, product, resources
):
    boss = new_address()
    flow = await new_flow(backend, step(emails=[boss.upper()]))
    execution = await asked(
        backend, flow, asker, executionData={"project": "Apollo"}, webhookUrl="https://acme.test/x"
    )
    assert await status(backend, execution) == "pending"
    await run_jobs()
    link = link_of(world, boss)
    seen = (await client.get(LOOK, params=link)).json()
    assert seen["requester"] == asker.email
    assert (seen["approvalFlowName"], seen["executionData"]) == (
        "Delete the project",
        {"project": "Apollo"},
    )
    # Looking decides nothing; the answer does, once.
    assert await status(backend, execution) == "pending"
    assert (await client.post(ACT, json={**link, "approved": True})).json() == {"success": True}
    for again in (
        await client.post(ACT, json={**link, "approved": False}),
        await client.get(LOOK, params=link),
    ):
        assert (again.status_code, again.json()["errorCode"]) == (404, "approvals.link_over")
    assert await status(backend, execution) == "approved"
    await run_jobs()
    [(url, content)] = product.posted
    told = httpx.Response(200, content=content).json()
    assert (url, told["status"], told["userId"]) == (
        "https://acme.test/x",
        "approved",
        str(asker.id),
    )
    claims = await resources[AccessTokens].verify(told["token"], audiences=["gatehouse:approval"])
    assert (claims["approvalFlowExecutionId"], claims["status"]) == (execution, "approved")
    # The token opens nothing.
    forged = await client.get(
        "/identity/resources/users/v2/me", headers={"authorization": f"Bearer {told['token']}"}
    )
    assert forged.status_code == 401


async def test_one_no_ends_it(world, backend, asker, client, run_jobs):
    first, second = new_address(), new_address()
    flow = await new_flow(
        backend, step(emails=[first, second], needed=1), configuration={"notifyOnDecisions": True}
    )
    execution = await asked(backend, flow, asker)
    await run_jobs()
    links = link_of(world, first), link_of(world, second)
    await client.post(ACT, json={**links[0], "approved": False})
    late = await client.post(ACT, json={**links[1], "approved": True})
    assert late.status_code == 404
    assert await status(backend, execution) == "rejected"
    await run_jobs()
    assert "was rejected" in world.mails(asker.email)[-1]["Subject"]


async def test_steps_come_one_after_another_each_with_so_many(
    world, backend, asker, client, run_jobs
):
    one, two, three = new_address(), new_address(), new_address()
    flow = await new_flow(
        backend, step(order=2, emails=[three]), step(order=1, emails=[one, two], needed=2)
    )
    execution = await asked(backend, flow, asker)
    await run_jobs()
    assert world.mails(three) == []
    for address in (one, two):
        assert await status(backend, execution) == "pending"
        await client.post(ACT, json={**link_of(world, address), "approved": True})
    await run_jobs()
    # A link of the step that is over is no link of the next.
    wrong = {
        **link_of(world, one),
        "approvalFlowStepId": link_of(world, three)["approvalFlowStepId"],
    }
    assert (await client.post(ACT, json={**wrong, "approved": True})).status_code == 404
    await client.post(ACT, json={**link_of(world, three), "approved": True})
    assert await status(backend, execution) == "approved"


async def test_no_user_approves_their_own_request(world, backend, run_jobs):
    admin = await world.person("Admin")
    alone = await new_flow(backend, step(roleKeys=["Admin"], emails=[admin.email.upper()]))
    refused = await execute(backend, alone, admin)
    assert (refused.status_code, refused.json()["errorCode"]) == (
        409,
        "approvals.too_few_approvers",
    )
    other = await world.person("Admin", tenant_id=admin.tenant_id)
    await asked(backend, alone, admin)
    await run_jobs()
    assert link_of(world, other.email)
    assert world.mails(admin.email) == []


@pytest.mark.parametrize(
    "change",
    [
        "delete from memberships where user_id = $1",
        "update memberships set is_disabled = true where user_id = $1",
        "delete from membership_roles where user_id = $1",
    ],
)
async def test_who_lost_the_role_approves_no_more(
    world, db, backend, asker, client, run_jobs, change
):
    admin = await world.person("Admin", tenant_id=asker.tenant_id)
    await asked(backend, await new_flow(backend, step(roleKeys=["Admin"])), asker)
    await run_jobs()
    link = link_of(world, admin.email)
    assert (await client.get(LOOK, params=link)).status_code == 200
    await db.connection.execute(change, admin.id)
    assert (await client.post(ACT, json={**link, "approved": True})).status_code == 404, link


async def test_who_asked_and_is_disabled_by_now_gets_nothing(
    world, db, backend, asker, client, run_jobs, look, product
):
    """Neither by a yes nor by silence."""
    boss = new_address()
    configuration = {"timeoutMinutes": 60, "autoApproveInMinutes": 10}
    flow = await new_flow(backend, step(emails=[boss]), configuration=configuration)
    execution = await asked(backend, flow, asker, webhookUrl="https://product.example/approved")
    await run_jobs()
    link = link_of(world, boss)
    disable = "update memberships set is_disabled = true where user_id = $1"
    await db.connection.execute(disable, asker.id)
    for answer in (
        await client.get(LOOK, params=link),
        await client.post(ACT, json={**link, "approved": True}),
    ):
        assert answer.status_code == 404, answer.text
    assert await status(backend, execution) == "pending"
    clock.advance_clock(timedelta(minutes=11))
    await look()
    await run_jobs()
    assert await status(backend, execution) == "expired"
    assert [json.loads(body)["status"] for _, body in product.posted] == ["expired"]


async def test_it_ends_with_its_time(world, backend, asker, client, run_jobs, look):
    boss = new_address()
    flow = await new_flow(backend, step(emails=[boss]), configuration={"timeoutMinutes": 30})
    execution = await asked(backend, flow, asker)
    await run_jobs()
    clock.advance_clock(timedelta(minutes=31))
    # Whether the schedule has looked or not.
    assert (await client.get(LOOK, params=link_of(world, boss))).status_code == 404
    await look()
    assert await status(backend, execution) == "expired"


async def test_silence_is_a_yes_where_the_flow_says_so(backend, asker, look):
    flow = await new_flow(
        backend, step(emails=[new_address()]),
        configuration={"timeoutMinutes": 60, "autoApproveInMinutes": 10},
    )  # fmt: skip
    execution = await asked(backend, flow, asker)
    clock.advance_clock(timedelta(minutes=9))
    await look()
    assert await status(backend, execution) == "pending"
    clock.advance_clock(timedelta(minutes=2))
    await look()
    assert await status(backend, execution) == "approved"


async def test_who_is_silent_is_reminded_and_every_link_answers(
    world, backend, asker, client, run_jobs, look
):
    boss = new_address()
    flow = await new_flow(
        backend, step(emails=[boss]), configuration={"reminderIntervalMinutes": 10}
    )
    await asked(backend, flow, asker)
    await run_jobs()
    first = link_of(world, boss)
    clock.advance_clock(timedelta(minutes=11))
    await look()
    await look()
    await run_jobs()
    assert len(world.mails(boss)) == 2
    assert link_of(world, boss) != first
    assert (await client.post(ACT, json={**first, "approved": True})).status_code == 200


async def test_approvals_of_a_deleted_account_send_no_reminder_and_do_not_expire(
    world, backend, asker, client, run_jobs, look, product
):
    boss = new_address()
    flow = await new_flow(
        backend,
        step(emails=[boss]),
        configuration={"reminderIntervalMinutes": 10, "autoApproveInMinutes": 30},
    )
    execution = await asked(backend, flow, asker, webhookUrl="https://product.example/approved")
    await run_jobs()
    await delete(backend, asker.tenant_id)
    for _ in range(2):
        clock.advance_clock(timedelta(minutes=20))
        await look()
        await run_jobs()
    assert len(world.mails(boss)) == 1
    assert product.posted == []
    # Nor does an approver who is a member of no account.
    link = link_of(world, boss)
    assert (await client.post(ACT, json={**link, "approved": True})).status_code == 404, link
    assert (await restore(backend, asker.tenant_id)).status_code == 200
    assert await status(backend, execution) == "pending"
    await look()
    assert await status(backend, execution) == "approved"


async def test_a_number_is_written_to_by_text_message(world, db, backend, asker, run_jobs):
    number = f"+4915{uuid4().int % 10**9:09d}"
    await asked(backend, await new_flow(backend, step(phoneNumbers=[number])), asker)
    await run_jobs()
    sent = await db.connection.fetchval(
        "select count(*) from outgoing_messages where channel = 'sms' and recipient = $1", number
    )
    assert sent == 1


async def test_the_links_are_not_in_the_database(world, db, backend, asker, run_jobs):
    boss = new_address()
    execution = await asked(backend, await new_flow(backend, step(emails=[boss])), asker)
    await run_jobs()
    row = await db.connection.fetchval(
        "select a::text from approval_approvers a where approval_id = $1", execution
    )
    assert not row_contains(row, link_of(world, boss)["approverId"])


async def test_step_up_takes_the_flow_of_that_name(world, backend, asker):
    headers = {"frontegg-user-id": str(asker.id)}
    path = f"{FLOWS}/step-up/execute"
    none = await backend.post(path, json={}, headers=headers)
    assert (none.status_code, none.json()["errorCode"]) == (404, "approvals.flow_not_found")
    flow = await new_flow(backend, step(emails=[new_address()]), name="Step-up")
    made = await backend.post(path, json={}, headers=headers)
    assert made.json()["approvalFlowId"] == flow
    assert made.json()["tenantId"] == str(asker.tenant_id)


async def test_a_flow_may_be_one_accounts(world, backend, asker):
    other = await world.person()
    body = {
        "name": "Theirs", "channels": {"email": True, "sms": False}, "configuration": {},
        "steps": [step(emails=[new_address()])],
    }  # fmt: skip
    named = {"frontegg-tenant-id": str(other.tenant_id)}
    flow = (await backend.post(FLOWS, json=body, headers=named)).json()
    assert flow["tenantId"] == str(other.tenant_id)
    assert (await execute(backend, flow["id"], asker)).status_code == 404
    assert (await execute(backend, flow["id"], other)).status_code == 200
    of_asker = {"frontegg-tenant-id": str(asker.tenant_id)}
    assert (await backend.get(FLOWS, headers=of_asker)).json() == {"items": [], "total": 0}
    assert (await backend.get(FLOWS, headers=named)).json()["total"] == 1
    path = f"{FLOWS}/{flow['id']}"
    for refused in (
        await backend.get(path, headers=of_asker),
        await backend.patch(path, json={"name": "theirs"}, headers=of_asker),
        await backend.delete(path, headers=of_asker),
    ):
        assert (refused.status_code, refused.json()["errorCode"]) == (
            404,
            "approvals.flow_not_found",
        )
    assert (await backend.get(path, headers=named)).json()["name"] == flow["name"]
    assert (await backend.delete(path, headers=named)).status_code == 204


async def test_flows_are_read_changed_and_deleted(backend, asker):
    flow = await new_flow(backend, step(emails=["A@Example.test"]))
    path = f"{FLOWS}/{flow}"
    before = (await backend.get(path)).json()
    assert before["steps"][0]["approverSelectors"]["emails"] == ["a@example.test"]
    changed = await backend.patch(path, json={"isActive": False, "description": "Careful"})
    assert changed.json()["steps"] == [
        {**before["steps"][0], "createdAt": changed.json()["updatedAt"],
         "updatedAt": changed.json()["updatedAt"]}
    ]  # fmt: skip
    assert changed.json()["description"] == "Careful"
    off = await execute(backend, flow, asker)
    assert (off.status_code, off.json()["errorCode"]) == (409, "approvals.flow_inactive")
    assert (await backend.delete(path)).status_code == 204
    assert (await backend.get(path)).status_code == 404


@pytest.mark.parametrize(
    ("channels", "selectors"),
    [
        ({"email": False, "sms": True}, {"roleKeys": ["Admin"]}),
        ({"email": True, "sms": False}, {"phoneNumbers": ["+4915112345678"]}),
        ({"email": True, "sms": True}, {}),
    ],
)
async def test_a_step_without_approvers_is_refused(backend, channels, selectors):
    body = {"name": "No", "channels": channels, "configuration": {}, "steps": [step(**selectors)]}
    refused = await backend.post(FLOWS, json=body)
    assert (refused.status_code, refused.json()["errorCode"]) == (400, "approvals.unreachable")


async def test_a_stranger_to_the_account_asks_for_nothing(world, backend, asker):
    flow = await new_flow(backend, step(emails=[new_address()]))
    stranger = await world.person()
    headers = {"frontegg-user-id": str(stranger.id), "frontegg-tenant-id": str(asker.tenant_id)}
    refused = await backend.post(f"{FLOWS}/{flow}/execute", json={}, headers=headers)
    assert (refused.status_code, refused.json()["errorCode"]) == (404, "approvals.not_found")


@pytest.mark.parametrize(
    ("yes", "no", "needed", "expected"),
    [(0, 0, 1, "waiting"), (1, 0, 1, "passed"), (1, 0, 2, "waiting"), (5, 1, 2, "refused")],
)
def test_what_votes_come_to(yes: int, no: int, needed: int, expected: str):
    assert decide_step_outcome(ApprovalVotes(yes, no), needed) == expected


def test_each_approver_is_asked_once():
    me, you = uuid4(), uuid4()
    found = [
        ApproverCandidate(you, "you@x.test", None, True),
        ApproverCandidate(you, "you@x.test", None, False),
        ApproverCandidate(me, "other@x.test", None, False),
        ApproverCandidate(None, "me@x.test", None, False),
        ApproverCandidate(None, None, "+491", False),
    ]
    kept = remove_duplicate_approvers(found, Requester(me, "me@x.test", "Me"))
    assert kept == [found[0], found[4]]


async def test_an_approval_that_cannot_be_ended_stops_no_other(
    world, backend, asker, database_url, look
):
    other = await world.person()
    flow = await new_flow(
        backend, step(emails=[new_address()]), configuration={"timeoutMinutes": 30}
    )
    first, second = await asked(backend, flow, asker), await asked(backend, flow, other)
    clock.advance_clock(timedelta(minutes=31))
    async with make_rows_fail(database_url, "approvals", asker.tenant_id):
        with pytest.raises(UnitsFailed):
            await look()
    assert (await status(backend, first), await status(backend, second)) == ("pending", "expired")
    await look()
    assert await status(backend, first) == "expired"


async def test_flows_are_added_one_at_a_time(backend, database):
    asked = new_flow(backend, step(emails=[new_address()]))
    assert await until_released(database, Lock.APPROVAL_FLOWS, "", asked)
