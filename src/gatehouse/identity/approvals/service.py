"""Request approvals, send each approver a personal link, and record the answers.

The flow is copied into the request, so that later changes of the flow do not alter pending approvals. A link
authenticates its approver, and answers once.
"""

from typing import Any
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.approvals import errors, models, queries
from gatehouse.identity.approvals.events import ENDS, ApprovalAnswered, ApprovalRequested
from gatehouse.identity.approvals.schemas import ApprovalLink, ApprovalRequest
from gatehouse.identity.mails import service as mails
from gatehouse.identity.sign_in.ip_location import get_ip_network
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id, new_token, token_hash
from gatehouse.kit.db import Db, Query
from gatehouse.kit.events import Actor
from gatehouse.kit.jobs import enqueue
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.providers.outgoing import Outbox

PAGE = "/account/approval-flow"
WORDS: dict[models.Status, str] = {
    "approved": "was approved",
    "rejected": "was rejected",
    "expired": "expired",
}


async def send_link_to_approver(
    db: Db,
    resources: Resources,
    approval: models.Approval,
    approver: models.Approver,
    requester: models.Requester,
) -> None:
    """Send an approver a link. Earlier links stay valid until one is used."""
    token = new_token()
    await queries.SENT.run(db, approval.tenant_id, approver.id, token_hash(token).hex())
    link = mails.build_mail_link(
        resources,
        PAGE,
        approvalFlowExecutionId=approval.id,
        approverId=token,
        approvalFlowStepId=approval.step_id,
    )
    if approver.email:
        await mails.send_mail(
            db, resources, "approval-request", approver.email,
            who=requester.email, flow=approval.name, link=link,
            until=approval.expires_at.strftime("%Y-%m-%d %H:%M UTC"),
        )  # fmt: skip
    elif approver.phone_number:
        vendor = mails.build_mail_theme(resources)["vendor"]
        text = f"{vendor}: {requester.email} asks for your approval of {approval.name}: {link}"
        await resources[Outbox].queue_sms(db, approver.phone_number, text)


async def mail_result_to_requester(
    db: Db, resources: Resources, approval: models.Approval, status: models.Status
) -> None:
    requester = await queries.REQUESTER.first(
        db, approval.tenant_id, approval.requester_id, clock.now()
    )
    if requester:
        await mails.send_mail(
            db, resources, "approval-ended", requester.email,
            flow=approval.name, ended=WORDS[status],
        )  # fmt: skip


# One request may send many mails.
PER_PERSON = RateLimit("approvals.ask", 60, 60)
# Most approvers that a step takes from the holders of its roles.
MOST_HOLDERS = 50
STEP_UP = "step-up"


async def get_requester(
    db: Db, resources: Resources, tenant_id: UUID | None, user_id: UUID
) -> tuple[UUID, models.Requester]:
    """The requester, in the given tenant or in the one that the user enters first. Raises
    `ApprovalNotFound` when the user is not a member."""
    await db.pause()
    await resources[RateLimiter].hit(PER_PERSON, str(user_id))
    home = tenant_id or await queries.HOME.first(db, user_id)
    found = await queries.REQUESTER.first(db, home, user_id, clock.now()) if home else None
    if home is None or found is None:
        raise errors.ApprovalNotFound("The user is not a member of this tenant")
    return home, found


async def get_step_up_flow(db: Db, tenant_id: UUID) -> models.ApprovalFlow:
    """The active step-up flow. Raises `ApprovalFlowNotFound`."""
    found = await queries.STEP_UP_FLOW.first(db, tenant_id, STEP_UP)
    if found is None:
        raise errors.ApprovalFlowNotFound(f'There is no active flow with the name "{STEP_UP}"')
    return found


async def get_active_flow(db: Db, flow_id: UUID, tenant_id: UUID) -> models.ApprovalFlow:
    """The flow for a tenant. Raises `ApprovalFlowNotFound` or `ApprovalFlowInactive`."""
    found = await queries.FLOW.first(db, flow_id)
    if found is None or found.tenant_id not in (None, tenant_id):
        raise errors.ApprovalFlowNotFound("The approval flow was not found")
    if not found.is_active:
        raise errors.ApprovalFlowInactive("This approval flow is turned off")
    return found


async def request_approval(
    db: Db,
    flow: models.ApprovalFlow,
    tenant_id: UUID,
    requester: models.Requester,
    execution_data: dict[str, Any] | None,
    webhook_url: str | None,
    *,
    by: Actor,
) -> models.Approval:
    """Create the approval and notify the approvers of the first step. Raises `TooFewApprovers` when a
    step has too few approvers; the requester does not count."""
    now = clock.now()
    times = models.ApprovalTimes.from_configuration(flow.configuration, now)
    asked = [
        (step, await _collect_step_approvers(db, tenant_id, step, requester)) for step in flow.steps
    ]
    made = await queries.ADD.one(
        db, new_id(), tenant_id, flow.id, requester.id, flow.name, flow.description,
        flow.configuration,
        [_copy_flow_step(step) for step in flow.steps],
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


def _copy_flow_step(step: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": step["id"],
        "min": step["configuration"]["minApprovals"],
        "roles": step["approverSelectors"]["roleKeys"],
    }


async def _collect_step_approvers(
    db: Db, tenant_id: UUID, step: dict[str, Any], requester: models.Requester
) -> list[models.ApproverCandidate]:
    named = step["approverSelectors"]
    now = clock.now()
    found = await queries.HOLDERS.all(db, tenant_id, named["roleKeys"], now, MOST_HOLDERS)
    found += await queries.ADDRESSED.all(db, named["emails"])
    found += await queries.CALLED.all(db, named["phoneNumbers"], requester.id)
    approvers = models.remove_duplicate_approvers(found, requester)
    needed = step["configuration"]["minApprovals"]
    if len(approvers) < needed:
        raise errors.TooFewApprovers(
            "There are not enough approvers", step=step["stepOrder"], needed=needed
        )
    return approvers


async def get_approval(db: Db, approval_id: UUID) -> models.Approval:
    """Raises `ApprovalNotFound` when there is none, which includes approvals older than 90 days."""
    found = await queries.ONE.first(db, approval_id)
    if found is None:
        raise errors.ApprovalNotFound("The execution was not found")
    return found


async def end_approval(
    db: Db, resources: Resources, approval: models.Approval, status: models.Status, by: Actor
) -> None:
    """End the approval: links stop working, the requester is notified if the flow says so, and the result
    is sent to the product."""
    await queries.END.run(db, approval.tenant_id, approval.id, status, clock.now())
    event = ENDS[status](approval.tenant_id, approval.id, approval.name, approval.requester_id)
    await announce_event(db, event, by=by)
    if approval.configuration.get("notifyOnDecisions"):
        await mail_result_to_requester(db, resources, approval, status)
    if approval.webhook_url:
        await enqueue(db, "approvals.result", approval_id=approval.id)


LINKS_PER_IP = RateLimit("approvals.link.ip", 120, 15)


async def describe_approval_request(
    db: Db, resources: Resources, client: Client, link: ApprovalLink
) -> ApprovalRequest:
    """Describe the requested approval. Reading changes nothing, because mail scanners open links too.
    Raises `ApprovalLinkOver` when the link is not valid."""
    approval, _ = await _open_approval_link(db, resources, client, link, queries.ONE)
    requester = await _require_requester(db, approval)
    return ApprovalRequest(
        approval_flow_name=approval.name,
        approval_flow_description=approval.description,
        requester=requester.email,
        approval_flow_request_date=approval.requested_at,
        execution_data=approval.execution_data,
    )


async def answer_approval(
    db: Db, resources: Resources, client: Client, link: ApprovalLink, approved: bool
) -> None:
    """Record an approver's answer. Raises `ApprovalLinkOver` when the link is not valid."""
    approval, approver = await _open_approval_link(db, resources, client, link, queries.TAKE)
    await _require_requester(db, approval)
    by = by_person(approver.user_id, approver.email or "", client)
    await queries.ANSWER.run(db, approval.tenant_id, approver.id, approved, clock.now())
    said = approver.email or approver.phone_number or ""
    event = ApprovalAnswered(
        approval.tenant_id, approval.id, approval.name, said, approved, approval.requester_id
    )
    await announce_event(db, event, by=by)
    votes = await queries.VOTES.one(db, approval.tenant_id, approval.id, approval.step_id)
    result = models.decide_step_outcome(votes, approval.needed)
    if result == "refused":
        await end_approval(db, resources, approval, "rejected", by)
    elif result == "passed" and approval.is_last_step:
        await end_approval(db, resources, approval, "approved", by)
    elif result == "passed":
        await queries.NEXT_STEP.run(db, approval.tenant_id, approval.id)
        await enqueue(db, "approvals.ask", approval_id=approval.id)


async def _require_requester(db: Db, approval: models.Approval) -> models.Requester:
    """The user who requested the approval. Raises `ApprovalLinkOver` when the requester has left the
    tenant; the approval then cannot be answered."""
    found = await queries.REQUESTER.first(
        db, approval.tenant_id, approval.requester_id, clock.now()
    )
    if found is None:
        raise _link_expired_error()
    return found


async def _open_approval_link(
    db: Db, resources: Resources, client: Client, link: ApprovalLink, find: Query[models.Approval]
) -> tuple[models.Approval, models.Approver]:
    await resources[RateLimiter].hit(LINKS_PER_IP, get_ip_network(client.ip))
    approval = await find.first(db, link.approval_flow_execution_id)
    now = clock.now()
    if (
        approval is None
        or not approval.waits(now)
        or approval.step_id != link.approval_flow_step_id
    ):
        raise _link_expired_error()
    hashed = token_hash(link.approver_id).hex()
    approver = await queries.APPROVER.first(
        db, approval.id, approval.step_id, hashed, now, approval.role_keys
    )
    if approver is None or approver.approved is not None:
        raise _link_expired_error()
    return approval, approver


def _link_expired_error() -> errors.ApprovalLinkOver:
    return errors.ApprovalLinkOver("This link is no longer valid")
