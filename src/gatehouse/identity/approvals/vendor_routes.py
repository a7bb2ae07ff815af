"""Approval flows, for the vendor's backends (wire-api §16, approval flows)."""

from typing import Annotated
from uuid import UUID

from fastapi import Header, Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.audit.actors import by_vendor
from gatehouse.identity.approvals import service as approvals
from gatehouse.identity.approvals import vendor_queries as queries
from gatehouse.identity.approvals import vendor_service as service
from gatehouse.identity.approvals.schemas import (
    ApprovalExecute,
    ApprovalExecution,
    ApprovalFlowChange,
    ApprovalFlowCreate,
    ApprovalFlowList,
    ApprovalFlowOut,
)
from gatehouse.kit.resources import AllResources
from gatehouse.kit.tenant_ids import HeaderTenantId
from gatehouse.vendor.current import CurrentConfiguration

OfTenant = Annotated[HeaderTenantId | None, Header(alias="frontegg-tenant-id")]
OfUser = Annotated[UUID, Header(alias="frontegg-user-id")]

router = Router(
    prefix="/identity/resources/approval-flows/v1", tags=["Vendor"], route_class=VendorRoute
)


@router.get("", permission=VendorPermission.READ_CONFIGURATION, response_model_exclude_none=True)
async def list_approval_flows(
    db: VendorTransaction, configuration: CurrentConfiguration, tenant_id: OfTenant = None
) -> ApprovalFlowList:
    """All flows; with `frontegg-tenant-id` those that apply to this account."""
    found = await queries.FLOWS.all(db, tenant_id)
    items = [ApprovalFlowOut.of(one, configuration.vendor.id) for one in found]
    return ApprovalFlowList(items=items, total=len(items))


@router.post(
    "",
    permission=VendorPermission.WRITE_CONFIGURATION,
    response_model_exclude_none=True,
    status_code=201,
)
async def create_approval_flow(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    configuration: CurrentConfiguration,
    data: ApprovalFlowCreate,
    tenant_id: OfTenant = None,
) -> ApprovalFlowOut:
    """Create a flow of approvers, step by step; with `frontegg-tenant-id` for this account alone. The
    active flow with the name `step-up` is the one of `step-up/execute`. 400 `approvals.unreachable`; 409
    `approvals.too_many_flows`."""
    made = await service.create_approval_flow(db, caller, client, tenant_id, data)
    return ApprovalFlowOut.of(made, configuration.vendor.id)


@router.post("/step-up/execute", permission=VendorPermission.WRITE_EVENTS)
async def execute_step_up_approval(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    client: CurrentClient,
    user_id: OfUser,
    data: ApprovalExecute,
    tenant_id: OfTenant = None,
) -> ApprovalExecution:
    """Request an approval by the active flow with the name `step-up`: the account's own, else that of
    every account."""
    home, requester = await approvals.requester_of(db, resources, tenant_id, user_id)
    flow = await approvals.step_up_flow(db, home)
    made = await approvals.request_approval(
        db, flow, home, requester, data.execution_data, data.webhook_url,
        by=by_vendor(caller, client),
    )  # fmt: skip
    return ApprovalExecution.of(made)


@router.get(
    "/executions/{execution_id}",
    permission=VendorPermission.READ_EVENTS,
    response_model_exclude_none=True,
)
async def get_approval_execution(db: VendorTransaction, execution_id: UUID) -> ApprovalExecution:
    """The state of an execution. 404 `approvals.not_found`, also after 90 days."""
    return ApprovalExecution.of(await approvals.get_approval(db, execution_id))


@router.get(
    "/{flow_id}", permission=VendorPermission.READ_CONFIGURATION, response_model_exclude_none=True
)
async def get_approval_flow(
    db: VendorTransaction,
    configuration: CurrentConfiguration,
    flow_id: UUID,
    tenant_id: OfTenant = None,
) -> ApprovalFlowOut:
    """One flow. With `frontegg-tenant-id` flows of other accounts are not found, nor can they be changed
    or deleted then. 404 `approvals.flow_not_found`."""
    return ApprovalFlowOut.of(
        await service.get_approval_flow(db, flow_id, tenant_id), configuration.vendor.id
    )


@router.patch(
    "/{flow_id}", permission=VendorPermission.WRITE_CONFIGURATION, response_model_exclude_none=True
)
async def change_approval_flow(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    configuration: CurrentConfiguration,
    flow_id: UUID,
    data: ApprovalFlowChange,
    tenant_id: OfTenant = None,
) -> ApprovalFlowOut:
    """Change the flow; approvals that were requested before keep the earlier version. 400
    `approvals.unreachable`."""
    after = await service.change_approval_flow(db, caller, client, flow_id, tenant_id, data)
    return ApprovalFlowOut.of(after, configuration.vendor.id)


@router.delete("/{flow_id}", permission=VendorPermission.WRITE_CONFIGURATION, status_code=204)
async def delete_approval_flow(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    flow_id: UUID,
    tenant_id: OfTenant = None,
) -> Response:
    """Delete the flow with its pending approvals."""
    await service.delete_approval_flow(db, caller, client, flow_id, tenant_id)
    return Response(status_code=204)


@router.post(
    "/{flow_id}/execute", permission=VendorPermission.WRITE_EVENTS, response_model_exclude_none=True
)
async def execute_approval_flow(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    client: CurrentClient,
    flow_id: UUID,
    user_id: OfUser,
    data: ApprovalExecute,
    tenant_id: OfTenant = None,
) -> ApprovalExecution:
    """Request an approval for the user of `frontegg-user-id`, who is never one of the approvers. The
    outcome is available from `executions/{id}`, in the events `gatehouse.approval.approved`, `.rejected`
    and `.expired`, and is sent to `webhookUrl`, with a `token` that our public keys verify.

    404 `approvals.not_found` for a user who is not in the account, `approvals.flow_not_found`; 409
    `approvals.flow_inactive`, `approvals.too_few_approvers`.
    """
    home, requester = await approvals.requester_of(db, resources, tenant_id, user_id)
    flow = await approvals.flow_for(db, flow_id, home)
    made = await approvals.request_approval(
        db, flow, home, requester, data.execution_data, data.webhook_url,
        by=by_vendor(caller, client),
    )  # fmt: skip
    return ApprovalExecution.of(made)
