"""Send each approver a personal link by mail or text message, and notify the requester of the outcome."""

from gatehouse.identity.approvals import queries
from gatehouse.identity.approvals.models import Approval, Approver, Requester, Status
from gatehouse.identity.mails import service as mails
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.providers.outgoing import Outbox

PAGE = "/account/approval-flow"
WORDS: dict[Status, str] = {
    "approved": "was approved",
    "rejected": "was refused",
    "expired": "was not approved in time",
}


async def tell_approver(
    db: Db, resources: Resources, approval: Approval, approver: Approver, requester: Requester
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
        vendor = mails.mail_theme(resources)["vendor"]
        text = f"{vendor}: {requester.email} asks for your approval of {approval.name}: {link}"
        await resources[Outbox].sms(db, approver.phone_number, text)


async def tell_requester(db: Db, resources: Resources, approval: Approval, status: Status) -> None:
    requester = await queries.REQUESTER.first(
        db, approval.tenant_id, approval.requester_id, clock.now()
    )
    if requester:
        await mails.send_mail(
            db, resources, "approval-ended", requester.email,
            flow=approval.name, ended=WORDS[status],
        )  # fmt: skip
