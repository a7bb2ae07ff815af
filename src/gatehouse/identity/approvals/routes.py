"""Approvers answer by a link, which authenticates them; the vendor's backends manage and run the flows
(wire-api §16, approval flows)."""

from typing import Annotated
from uuid import UUID

from fastapi import Header, Query, Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import SystemTransaction
from gatehouse.access.router import Router
from gatehouse.access.vendor import VendorRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.audit.actors import VendorActor
from gatehouse.identity.approvals import flows, queries, schemas, service
from gatehouse.identity.approvals import jobs as _jobs  # noqa: F401  registers them
from gatehouse.kit.resources import AllResources
from gatehouse.kit.tenant_ids import HeaderTenantId
from gatehouse.vendor.current import CurrentConfiguration

router = Router(prefix="/identity/resources/approval-flows/v1", tags=["Approvals"])


@router.get("/execution-data", response_model_exclude_none=True)
async def get_approval_request(
    db: SystemTransaction,
    resources: AllResources,
    client: CurrentClient,
    link: Annotated[schemas.ApprovalLink, Query()],
) -> schemas.ApprovalRequest:
    """What the link asks for. 404 `approvals.link_over` once it was answered, decided or is too old."""
    return await service.describe_approval_request(db, resources, client, link)


@router.post("/approver-action")
async def answer_approval(
    db: SystemTransaction,
    resources: AllResources,
    client: CurrentClient,
    data: schemas.ApprovalAction,
) -> schemas.ApprovalTaken:
    """Approve or reject, once. One rejection ends it. 404 `approvals.link_over`."""
    await service.answer_approval(db, resources, client, data, data.approved)
    return schemas.ApprovalTaken(success=True)


READ, WRITE = VendorPermission.READ_CONFIGURATION, VendorPermission.WRITE_CONFIGURATION
OfTenant = Annotated[HeaderTenantId | None, Header(alias="frontegg-tenant-id")]
OfUser = Annotated[UUID, Header(alias="frontegg-user-id")]

vendor_router = Router(
    prefix="/identity/resources/approval-flows/v1", tags=["Vendor"], route_class=VendorRoute
)


@vendor_router.get("", permission=READ, response_model_exclude_none=True)
async def list_approval_flows(
    db: VendorTransaction, configuration: CurrentConfiguration, tenant_id: OfTenant = None
) -> schemas.ApprovalFlowList:
    """All flows; with `frontegg-tenant-id` those that apply to this account."""
    found = await queries.FLOWS_OF_TENANT.all(db, tenant_id)
    items = [schemas.ApprovalFlowOut.from_row(one, configuration.vendor.id) for one in found]
    return schemas.ApprovalFlowList(items=items, total=len(items))


@vendor_router.post("", permission=WRITE, response_model_exclude_none=True, status_code=201)
async def create_approval_flow(
    db: VendorTransaction,
    by: VendorActor,
    configuration: CurrentConfiguration,
    data: schemas.ApprovalFlowCreate,
    tenant_id: OfTenant = None,
) -> schemas.ApprovalFlowOut:
    """Create a flow of approvers, step by step; with `frontegg-tenant-id` for this account alone. The
    active flow with the name `step-up` is the one of `step-up/execute`. 400 `approvals.unreachable`; 409
    `approvals.too_many_flows`."""
    made = await flows.create_approval_flow(db, by, tenant_id, data)
    return schemas.ApprovalFlowOut.from_row(made, configuration.vendor.id)


@vendor_router.post("/step-up/execute", permission=VendorPermission.WRITE_EVENTS)
async def execute_step_up_approval(
    db: VendorTransaction,
    resources: AllResources,
    by: VendorActor,
    user_id: OfUser,
    data: schemas.ApprovalExecute,
    tenant_id: OfTenant = None,
) -> schemas.ApprovalExecution:
    """Request an approval by the active flow with the name `step-up`: the account's own, else that of
    every account."""
    home, requester = await service.get_requester(db, resources, tenant_id, user_id)
    flow = await service.get_step_up_flow(db, home)
    made = await service.request_approval(
        db, flow, home, requester, data.execution_data, data.webhook_url, by=by
    )
    return schemas.ApprovalExecution.from_row(made)


@vendor_router.get(
    "/executions/{execution_id}",
    permission=VendorPermission.READ_EVENTS,
    response_model_exclude_none=True,
)
async def get_approval_execution(
    db: VendorTransaction, execution_id: UUID
) -> schemas.ApprovalExecution:
    """The state of an execution. 404 `approvals.not_found`, also after 90 days."""
    return schemas.ApprovalExecution.from_row(await service.get_approval(db, execution_id))


@vendor_router.get("/{flow_id}", permission=READ, response_model_exclude_none=True)
async def get_approval_flow(
    db: VendorTransaction,
    configuration: CurrentConfiguration,
    flow_id: UUID,
    tenant_id: OfTenant = None,
) -> schemas.ApprovalFlowOut:
    """One flow. With `frontegg-tenant-id` flows of other accounts are not found, nor can they be changed
    or deleted then. 404 `approvals.flow_not_found`."""
    return schemas.ApprovalFlowOut.from_row(
        await flows.get_approval_flow(db, flow_id, tenant_id), configuration.vendor.id
    )


@vendor_router.patch("/{flow_id}", permission=WRITE, response_model_exclude_none=True)
async def change_approval_flow(
    db: VendorTransaction,
    by: VendorActor,
    configuration: CurrentConfiguration,
    flow_id: UUID,
    data: schemas.ApprovalFlowChange,
    tenant_id: OfTenant = None,
) -> schemas.ApprovalFlowOut:
    """Change the flow; approvals that were requested before keep the earlier version. 400
    `approvals.unreachable`."""
    after = await flows.change_approval_flow(db, by, flow_id, tenant_id, data)
    return schemas.ApprovalFlowOut.from_row(after, configuration.vendor.id)


@vendor_router.delete("/{flow_id}", permission=WRITE, status_code=204)
async def delete_approval_flow(
    db: VendorTransaction, by: VendorActor, flow_id: UUID, tenant_id: OfTenant = None
) -> Response:
    """Delete the flow with its pending approvals."""
    await flows.delete_approval_flow(db, by, flow_id, tenant_id)
    return Response(status_code=204)


@vendor_router.post(
    "/{flow_id}/execute", permission=VendorPermission.WRITE_EVENTS, response_model_exclude_none=True
)
async def execute_approval_flow(
    db: VendorTransaction,
    resources: AllResources,
    by: VendorActor,
    flow_id: UUID,
    user_id: OfUser,
    data: schemas.ApprovalExecute,
    tenant_id: OfTenant = None,
) -> schemas.ApprovalExecution:
    """Request an approval for the user of `frontegg-user-id`, who is never one of the approvers. The
    outcome is available from `executions/{id}`, in the events `gatehouse.approval.approved`, `.rejected`
    and `.expired`, and is sent to `webhookUrl`, with a `token` that our public keys verify.

    404 `approvals.not_found` for a user who is not in the account, `approvals.flow_not_found`; 409
    `approvals.flow_inactive`, `approvals.too_few_approvers`.
    """
    home, requester = await service.get_requester(db, resources, tenant_id, user_id)
    flow = await service.get_active_flow(db, flow_id, home)
    made = await service.request_approval(
        db, flow, home, requester, data.execution_data, data.webhook_url, by=by
    )
    return schemas.ApprovalExecution.from_row(made)
