"""Request approvals and record the answers.

The flow is copied into the request, so that later changes of the flow do not alter pending approvals.
"""

from typing import Any
from uuid import UUID

from gatehouse.audit.service import announce_event
from gatehouse.identity.approvals import queries
from gatehouse.identity.approvals.errors import (
    ApprovalFlowInactive,
    ApprovalFlowNotFound,
    ApprovalNotFound,
    TooFewApprovers,
)
from gatehouse.identity.approvals.events import ENDS, ApprovalRequested
from gatehouse.identity.approvals.models import (
    Approval,
    ApprovalFlow,
    ApprovalTimes,
    ApproverCandidate,
    Requester,
    Status,
    without_doubles,
)
from gatehouse.identity.approvals.notify import tell_requester
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor
from gatehouse.kit.jobs import enqueue
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources

# One request may send many mails.
PER_PERSON = RateLimit("approvals.ask", 60, 60)
# Most approvers that a step takes from the holders of its roles.
MOST_HOLDERS = 50
STEP_UP = "step-up"


async def requester_of(
    db: Db, resources: Resources, tenant_id: UUID | None, user_id: UUID
) -> tuple[UUID, Requester]:
    """The requester, in the given tenant or in the one that the user enters first. Raises
    `ApprovalNotFound` when the user is not a member."""
    await db.pause()
    await resources[RateLimiter].hit(PER_PERSON, str(user_id))
    home = tenant_id or await queries.HOME.first(db, user_id)
    found = await queries.REQUESTER.first(db, home, user_id, clock.now()) if home else None
    if home is None or found is None:
        raise ApprovalNotFound("There is no such person in this account")
    return home, found


async def step_up_flow(db: Db, tenant_id: UUID) -> ApprovalFlow:
    """The active step-up flow. Raises `ApprovalFlowNotFound`."""
    found = await queries.STEP_UP_FLOW.first(db, tenant_id, STEP_UP)
    if found is None:
        raise ApprovalFlowNotFound(f'There is no active flow with the name "{STEP_UP}"')
    return found


async def flow_for(db: Db, flow_id: UUID, tenant_id: UUID) -> ApprovalFlow:
    """The flow for a tenant. Raises `ApprovalFlowNotFound` or `ApprovalFlowInactive`."""
    found = await queries.FLOW.first(db, flow_id)
    if found is None or found.tenant_id not in (None, tenant_id):
        raise ApprovalFlowNotFound("The approval flow was not found")
    if not found.is_active:
        raise ApprovalFlowInactive("This approval flow is switched off")
    return found


async def request_approval(
    db: Db,
    flow: ApprovalFlow,
    tenant_id: UUID,
    requester: Requester,
    execution_data: dict[str, Any] | None,
    webhook_url: str | None,
    *,
    by: Actor,
) -> Approval:
    """Create the approval and notify the approvers of the first step. Raises `TooFewApprovers` when a
    step has too few approvers; the requester does not count."""
    now = clock.now()
    times = ApprovalTimes.of(flow.configuration, now)
    asked = [(step, await _find_approvers(db, tenant_id, step, requester)) for step in flow.steps]
    made = await queries.ADD.one(
        db, new_id(), tenant_id, flow.id, requester.id, flow.name, flow.description,
        flow.configuration,
        [_copy_step(step) for step in flow.steps],
        execution_data, webhook_url or flow.configuration.get("webhookUrl"), now, times.expires_at,
        times.approves_at, times.reminds_at, times.due,
    )  # fmt: skip
    for step, approvers in asked:
        for one in approvers:
            await queries.ADD_APPROVER.run(
                db, new_id(), tenant_id, made.id, UUID(step["id"]), one.user_id, one.email,
                one.phone_number, one.by_role,
            )  # fmt: skip
    await enqueue(db, "approvals.ask", approval_id=made.id)
    await announce_event(db, ApprovalRequested(tenant_id, made.id, flow.name, requester.id), by=by)
    return made


def _copy_step(step: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": step["id"],
        "min": step["configuration"]["minApprovals"],
        "roles": step["approverSelectors"]["roleKeys"],
    }


async def _find_approvers(
    db: Db, tenant_id: UUID, step: dict[str, Any], requester: Requester
) -> list[ApproverCandidate]:
    named = step["approverSelectors"]
    now = clock.now()
    found = await queries.HOLDERS.all(db, tenant_id, named["roleKeys"], now, MOST_HOLDERS)
    found += await queries.ADDRESSED.all(db, named["emails"])
    found += await queries.CALLED.all(db, named["phoneNumbers"], requester.id)
    approvers = without_doubles(found, requester)
    needed = step["configuration"]["minApprovals"]
    if len(approvers) < needed:
        raise TooFewApprovers(
            "Too few people may approve this", step=step["stepOrder"], needed=needed
        )
    return approvers


async def get_approval(db: Db, approval_id: UUID) -> Approval:
    """Raises `ApprovalNotFound` when there is none, which includes approvals older than 90 days."""
    found = await queries.ONE.first(db, approval_id)
    if found is None:
        raise ApprovalNotFound("The execution was not found")
    return found


async def end_approval(
    db: Db, resources: Resources, approval: Approval, status: Status, by: Actor
) -> None:
    """End the approval: links stop working, the requester is notified if the flow says so, and the result
    is sent to the product."""
    await queries.END.run(db, approval.tenant_id, approval.id, status, clock.now())
    event = ENDS[status](approval.tenant_id, approval.id, approval.name, approval.requester_id)
    await announce_event(db, event, by=by)
    if approval.configuration.get("notifyOnDecisions"):
        await tell_requester(db, resources, approval, status)
    if approval.webhook_url:
        await enqueue(db, "approvals.result", approval_id=approval.id)
