"""Routes of approvers, who authenticate by a link (wire-api §16, approval flows)."""

from typing import Annotated

from fastapi import Query

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import SystemTransaction
from gatehouse.identity.approvals import answers
from gatehouse.identity.approvals import jobs as _jobs  # noqa: F401  registers them
from gatehouse.identity.approvals.schemas import (
    ApprovalAction,
    ApprovalLink,
    ApprovalRequest,
    ApprovalTaken,
)
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router

router = Router(prefix="/identity/resources/approval-flows/v1", tags=["Approvals"])


@router.get("/execution-data", response_model_exclude_none=True)
async def get_approval_request(
    db: SystemTransaction,
    resources: AllResources,
    client: CurrentClient,
    link: Annotated[ApprovalLink, Query()],
) -> ApprovalRequest:
    """What the link asks for. 404 `approvals.link_over` once it was answered, decided or is too old."""
    return await answers.request_of(db, resources, client, link)


@router.post("/approver-action")
async def answer_approval(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: ApprovalAction
) -> ApprovalTaken:
    """Approve or reject, once. One rejection ends it. 404 `approvals.link_over`."""
    await answers.answer_approval(db, resources, client, data, data.approved)
    return ApprovalTaken(success=True)
