"""Manage approval flows by id. A change does not affect approvals that were requested before."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from gatehouse.audit.service import announce_event
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.directory.users.service import normalize_email
from gatehouse.identity.approvals import queries, schemas
from gatehouse.identity.approvals.errors import (
    ApprovalFlowNotFound,
    ApproversUnreachable,
    TooManyApprovalFlows,
)
from gatehouse.identity.approvals.events import ApprovalFlowChanged
from gatehouse.identity.approvals.models import ApprovalFlow
from gatehouse.identity.approvals.queries import FLOW
from gatehouse.identity.text_messages.number import normalize_number
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id, random_id
from gatehouse.kit.db import Db
from gatehouse.kit.db.locks import Lock, take_lock
from gatehouse.kit.events import Actor

MOST = 500


async def get_approval_flow(db: Db, flow_id: UUID, tenant_id: UUID | None) -> ApprovalFlow:
    """Raises `ApprovalFlowNotFound`, also for a flow of another tenant than `tenant_id`, if given."""
    found = await FLOW.first(db, flow_id)
    if found is None or (tenant_id and found.tenant_id not in (None, tenant_id)):
        raise ApprovalFlowNotFound("The approval flow was not found")
    return found


async def create_approval_flow(
    db: Db, by: Actor, tenant_id: UUID | None, data: schemas.ApprovalFlowCreate
) -> ApprovalFlow:
    """Create a flow. Raises `TenantNotFound`, `ApproversUnreachable` or `TooManyApprovalFlows`."""
    if tenant_id:
        await get_tenant(db, tenant_id)
    await take_lock(db, Lock.APPROVAL_FLOWS)
    if await queries.COUNT_FLOWS.one(db) >= MOST:
        raise TooManyApprovalFlows(f"There can be at most {MOST} approval flows")
    channels, steps = data.channels.model_dump(), _normalize_steps(data.steps)
    _require_reachable_approvers(channels, steps)
    made = await queries.ADD_FLOW.one(
        db, new_id(), tenant_id, data.name, data.description, data.is_active, channels,
        _dump_configuration(data.configuration), steps, clock.now(),
    )  # fmt: skip
    await _announce_flow_change(db, by, made, "Created")
    return made


async def change_approval_flow(
    db: Db, by: Actor, flow_id: UUID, tenant_id: UUID | None, data: schemas.ApprovalFlowChange
) -> ApprovalFlow:
    """Change a flow. Raises `ApprovalFlowNotFound` or `ApproversUnreachable`."""
    before = await get_approval_flow(db, flow_id, tenant_id)
    channels = data.channels.model_dump() if data.channels else before.channels
    steps = _normalize_steps(data.steps) if data.steps else before.steps
    _require_reachable_approvers(channels, steps)
    after = await queries.CHANGE_FLOW.one(
        db, flow_id, data.name or before.name,
        data.description if "description" in data.model_fields_set else before.description,
        before.is_active if data.is_active is None else data.is_active, channels,
        _dump_configuration(data.configuration) if data.configuration else before.configuration, steps,
        clock.now(),
    )  # fmt: skip
    await _announce_flow_change(db, by, after, "Changed")
    return after


async def delete_approval_flow(db: Db, by: Actor, flow_id: UUID, tenant_id: UUID | None) -> None:
    """Delete a flow with its pending approvals. Raises `ApprovalFlowNotFound`."""
    gone = await get_approval_flow(db, flow_id, tenant_id)
    await queries.DELETE_FLOW.run(db, flow_id)
    await _announce_flow_change(db, by, gone, "Deleted")


def _dump_configuration(data: schemas.ApprovalConfiguration) -> dict[str, Any]:
    return data.model_dump(by_alias=True, exclude_none=True)


def _normalize_steps(steps: Sequence[schemas.ApprovalStep]) -> list[dict[str, Any]]:
    """Sort the steps by their order, give them new ids, and normalize addresses and numbers."""
    return [
        _normalize_step(step) | {"id": str(random_id())}
        for step in sorted(steps, key=lambda step: step.step_order)
    ]


def _normalize_step(step: schemas.ApprovalStep) -> dict[str, Any]:
    named = step.approver_selectors
    return step.model_dump(by_alias=True) | {
        "approverSelectors": {
            "roleKeys": named.role_keys,
            "emails": [normalize_email(one) for one in named.emails],
            "phoneNumbers": [normalize_number(one) for one in named.phone_numbers],
        }
    }


def _require_reachable_approvers(
    channels: dict[str, bool], steps: Sequence[dict[str, Any]]
) -> None:
    for step in steps:
        named = step["approverSelectors"]
        mailed, texted = named["roleKeys"] or named["emails"], named["phoneNumbers"]
        if mailed and not channels["email"]:
            raise ApproversUnreachable("Roles and email addresses require the channel email")
        if texted and not channels["sms"]:
            raise ApproversUnreachable("Phone numbers require the channel sms")
        if not mailed and not texted:
            raise ApproversUnreachable("Each step requires an approver")


async def _announce_flow_change(db: Db, by: Actor, flow: ApprovalFlow, what: str) -> None:
    event = ApprovalFlowChanged(flow.tenant_id, flow.id, flow.name, what)
    await announce_event(db, event, by=by)
