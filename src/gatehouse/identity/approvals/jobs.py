"""Expiry, reminders and outgoing results of approvals."""

from datetime import timedelta
from uuid import UUID

import orjson

from gatehouse.access.tokens import AccessTokens
from gatehouse.audit.actors import SYSTEM
from gatehouse.identity.approvals import queries
from gatehouse.identity.approvals.models import Approval, ApprovalTimes
from gatehouse.identity.approvals.service import end_approval, send_link_to_approver
from gatehouse.identity.text_messages import service as text_messages
from gatehouse.identity.text_messages.number import NumberNotServed
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.kit.jobs import JobContext, enqueue, job, scheduled_job
from gatehouse.kit.outbound import AddressRefused, Outbound
from gatehouse.kit.purge import Purge
from gatehouse.kit.rate_limit import RateLimited
from gatehouse.kit.resources import Resources
from gatehouse.kit.units import UnitFailures, each_due

OLD = Purge("approvals", timedelta(days=90), queries.FORGET, queries.OLDEST)
# Of the token by which the product knows that a result is ours.
AUDIENCE, TOKEN_SECONDS = "gatehouse:approval", 3600


class ResultNotAccepted(Exception):
    """The product did not accept the result; the job is retried."""


@job("approvals.ask")
async def send_approval_links(context: JobContext, approval_id: str) -> None:
    """Send links to the approvers of the current step who have not answered. Text messages are rate
    limited first."""
    async with context.database.transaction(Scope.system()) as db:
        approval = await queries.ONE.first(db, UUID(approval_id))
        if approval is None or not approval.waits(clock.now()):
            return
        tenant_id = approval.tenant_id
        requester = await queries.REQUESTER.first(db, tenant_id, approval.requester_id, clock.now())
        silent = await queries.SILENT.all(db, tenant_id, approval.id, approval.step_id)
    if requester is None:
        return
    numbers = [one.phone_number for one in silent if one.phone_number]
    refused = {
        one for one in numbers if not await _may_send_link_by_text(context, one, requester.email)
    }
    async with context.database.transaction(Scope.system()) as db:
        for one in silent:
            if one.phone_number not in refused:
                await send_link_to_approver(db, context.resources, approval, one, requester)


async def _may_send_link_by_text(context: JobContext, number: str, email: str) -> bool:
    try:
        await text_messages.limit_text_message(context.resources, number, email, looked_up=True)
    except (NumberNotServed, RateLimited):
        return False
    return True


@scheduled_job("approvals.due", "* * * * *")
async def expire_and_remind_approvals(context: JobContext) -> None:
    """Expire or auto-approve what is due, and remind approvers who have not answered."""
    now = clock.now()
    with UnitFailures("approvals.due") as failures:
        async for one in each_due(context.database, queries.DUE, now):
            with failures.caught(tenant_id=one.tenant_id, approval_id=one.id):
                async with context.database.transaction(Scope.system()) as db:
                    approval = await queries.TAKE_DUE.first(db, one.tenant_id, one.id, now)
                    if approval is not None:
                        await _process_due_approval(db, context.resources, approval)


async def _process_due_approval(db: Db, resources: Resources, approval: Approval) -> None:
    now = clock.now()
    if approval.approves_at and approval.approves_at <= min(now, approval.expires_at):
        asker = await queries.REQUESTER.first(db, approval.tenant_id, approval.requester_id, now)
        # If the requester has left the tenant, the approval expires instead of approving itself.
        await end_approval(db, resources, approval, "approved" if asker else "expired", SYSTEM)
    elif approval.expires_at <= now:
        await end_approval(db, resources, approval, "expired", SYSTEM)
    else:
        again = now + timedelta(minutes=approval.configuration["reminderIntervalMinutes"])
        due = ApprovalTimes(approval.expires_at, approval.approves_at, again).due
        await queries.REMINDED.run(db, approval.tenant_id, approval.id, again, due)
        await enqueue(db, "approvals.ask", approval_id=approval.id)


@job("approvals.result")
async def send_approval_result(context: JobContext, approval_id: str) -> None:
    """Send the result to the product's address, signed with the keys of our tokens."""
    async with context.database.transaction(Scope.system()) as db:
        approval = await queries.ONE.first(db, UUID(approval_id))
    if approval is None or approval.webhook_url is None:
        return
    result = orjson.dumps(await _build_webhook_result(context.resources, approval))
    body = await context.resources[ExternalIds].replace_in_json(result)
    headers = {"content-type": "application/json", "user-agent": "Gatehouse-Approvals/1"}
    try:
        answer = await context.resources[Outbound].post(approval.webhook_url, body, headers)
    except AddressRefused:
        return
    if not 200 <= answer.status < 300:
        raise ResultNotAccepted(str(answer.status))


async def _build_webhook_result(resources: Resources, approval: Approval) -> dict[str, object]:
    facts = {
        "approvalFlowExecutionId": str(approval.id),
        "approvalFlowId": str(approval.flow_id),
        "status": approval.status,
        "tenantId": str(approval.tenant_id),
        "userId": str(approval.requester_id),
    }
    claims = {**facts, "sub": str(approval.id), "type": "approvalResult"}
    token = await resources[AccessTokens].issue(claims, audience=AUDIENCE, seconds=TOKEN_SECONDS)
    return {**facts, "executionData": approval.execution_data, "token": token}


@scheduled_job("approvals.forget", "37 * * * *")
async def delete_expired_approvals(context: JobContext) -> None:
    """Delete approvals past their retention; the audit log keeps them."""
    await OLD.run(context)
