"""Answer an approval by its link. The link authenticates the approver: it is personal, and answers once."""

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.approvals import queries
from gatehouse.identity.approvals.errors import ApprovalLinkOver
from gatehouse.identity.approvals.events import ApprovalAnswered
from gatehouse.identity.approvals.models import Approval, Approver, Requester, decide_outcome
from gatehouse.identity.approvals.schemas import ApprovalLink, ApprovalRequest
from gatehouse.identity.approvals.service import end_approval
from gatehouse.identity.sign_in.ip_location import place_of
from gatehouse.kit import clock
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Db, Query
from gatehouse.kit.jobs import enqueue
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources

LINKS_PER_IP = RateLimit("approvals.link.ip", 120, 15)


async def request_of(
    db: Db, resources: Resources, client: Client, link: ApprovalLink
) -> ApprovalRequest:
    """Describe the requested approval. Reading changes nothing, because mail scanners open links too.
    Raises `ApprovalLinkOver` when the link is not valid."""
    approval, _ = await _open_approval(db, resources, client, link, queries.ONE)
    requester = await _find_requester(db, approval)
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
    approval, approver = await _open_approval(db, resources, client, link, queries.TAKE)
    await _find_requester(db, approval)
    by = by_person(approver.user_id, approver.email or "", client)
    await queries.ANSWER.run(db, approval.tenant_id, approver.id, approved, clock.now())
    said = approver.email or approver.phone_number or ""
    event = ApprovalAnswered(
        approval.tenant_id, approval.id, approval.name, said, approved, approval.requester_id
    )
    await announce_event(db, event, by=by)
    votes = await queries.VOTES.one(db, approval.tenant_id, approval.id, approval.step_id)
    result = decide_outcome(votes, approval.needed)
    if result == "refused":
        await end_approval(db, resources, approval, "rejected", by)
    elif result == "passed" and approval.is_last_step:
        await end_approval(db, resources, approval, "approved", by)
    elif result == "passed":
        await queries.NEXT_STEP.run(db, approval.tenant_id, approval.id)
        await enqueue(db, "approvals.ask", approval_id=approval.id)


async def _find_requester(db: Db, approval: Approval) -> Requester:
    """The user who requested the approval. Raises `ApprovalLinkOver` when the requester has left the
    tenant; the approval then cannot be answered."""
    found = await queries.REQUESTER.first(
        db, approval.tenant_id, approval.requester_id, clock.now()
    )
    if found is None:
        raise _link_expired()
    return found


async def _open_approval(
    db: Db, resources: Resources, client: Client, link: ApprovalLink, find: Query[Approval]
) -> tuple[Approval, Approver]:
    await resources[RateLimiter].hit(LINKS_PER_IP, place_of(client.ip))
    approval = await find.first(db, link.approval_flow_execution_id)
    now = clock.now()
    if (
        approval is None
        or not approval.waits(now)
        or approval.step_id != link.approval_flow_step_id
    ):
        raise _link_expired()
    hashed = token_hash(link.approver_id).hex()
    approver = await queries.APPROVER.first(
        db, approval.id, approval.step_id, hashed, now, approval.role_keys
    )
    if approver is None or approver.approved is not None:
        raise _link_expired()
    return approval, approver


def _link_expired() -> ApprovalLinkOver:
    return ApprovalLinkOver("This link is no longer valid")
