"""Approvals as approvers read and answer them (wire-api §16, approval flows)."""

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StringConstraints, model_validator
from pydantic.alias_generators import to_camel

from gatehouse.identity.approvals.models import Approval, ApprovalFlow
from gatehouse.kit.outbound_url import OutboundUrl
from gatehouse.kit.paging import CountedPage
from gatehouse.kit.schemas import Metadata, Name, Text, Wire
from gatehouse.kit.tenant_ids import ShownTenantId

ApproverToken = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class ApprovalLink(BaseModel):
    """The ids from the link in the mail. `approverId` is secret: it authenticates the approver."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore")

    approval_flow_execution_id: UUID
    approver_id: ApproverToken = Field(examples=["Zm9yLWV4YW1wbGU"])
    approval_flow_step_id: UUID


class ApprovalAction(ApprovalLink):
    approved: StrictBool


class ApprovalRequest(Wire):
    """`requester`: the e-mail address of the user who requested the approval."""

    approval_flow_name: str
    approval_flow_description: str | None = None
    requester: str
    approval_flow_request_date: datetime
    execution_data: dict[str, Any] | None = None


class ApprovalTaken(Wire):
    success: bool


FlowName = Annotated[Name, Field(min_length=1)]
Minutes = Annotated[int, Field(ge=1, le=43_200)]
RoleKey = Annotated[str, StringConstraints(pattern=r"^[^\x00-\x1f\x7f]{1,200}$")]
AddressText = Annotated[str, StringConstraints(min_length=3, max_length=320)]
NumberText = Annotated[str, StringConstraints(min_length=3, max_length=40)]
CHANNELS = {"email": True, "sms": False}
STEPS = [
    {
        "approverSelectors": {"roleKeys": ["Admin"]},
        "configuration": {"minApprovals": 1},
        "stepOrder": 1,
    }
]


class ApprovalChannels(Wire):
    email: StrictBool
    sms: StrictBool


class ApprovalConfiguration(Wire):
    """Without `timeoutMinutes` it ends after a day. `autoApproveInMinutes`: approved by then without an
    answer. The outcome is posted to `webhookUrl`."""

    auto_approve_in_minutes: Minutes | None = None
    reminder_interval_minutes: Annotated[int, Field(ge=5, le=43_200)] | None = None
    notify_on_decisions: StrictBool | None = None
    timeout_minutes: Minutes | None = None
    webhook_url: OutboundUrl | None = None


class ApproverSelectors(Wire):
    role_keys: list[RoleKey] = Field([], max_length=20)
    emails: list[AddressText] = Field([], max_length=50)
    phone_numbers: list[NumberText] = Field([], max_length=50)


class ApprovalStepConfiguration(Wire):
    min_approvals: int = Field(ge=1, le=50)


class ApprovalStep(Wire):
    approver_selectors: ApproverSelectors
    configuration: ApprovalStepConfiguration
    step_order: int = Field(ge=0, le=100)


def _require_distinct_step_order(steps: list[ApprovalStep] | None) -> None:
    if steps and len({step.step_order for step in steps}) < len(steps):
        raise ValueError("each step must have its own `stepOrder`")


class ApprovalFlowCreate(Wire):
    name: FlowName = Field(examples=["Delete a project"])
    description: Text | None = None
    is_active: StrictBool = True
    channels: ApprovalChannels = Field(examples=[CHANNELS])
    configuration: ApprovalConfiguration = Field(examples=[{"timeoutMinutes": 60}])
    steps: list[ApprovalStep] = Field(min_length=1, max_length=10, examples=[STEPS])

    @model_validator(mode="after")
    def _check_step_order(self) -> Self:
        _require_distinct_step_order(self.steps)
        return self


class ApprovalFlowChange(Wire):
    """Omitted fields stay; `configuration` and `steps` are replaced whole."""

    name: FlowName | None = None
    description: Text | None = None
    is_active: StrictBool | None = None
    channels: ApprovalChannels | None = Field(None, examples=[CHANNELS])
    configuration: ApprovalConfiguration | None = None
    steps: list[ApprovalStep] | None = Field(None, min_length=1, max_length=10, examples=[STEPS])

    @model_validator(mode="after")
    def _check_step_order(self) -> Self:
        _require_distinct_step_order(self.steps)
        return self


class ApprovalStepOut(ApprovalStep):
    id: UUID
    created_at: datetime
    updated_at: datetime


class ApprovalFlowOut(Wire):
    id: UUID
    vendor_id: UUID
    tenant_id: ShownTenantId | None = None
    name: str
    description: str | None = None
    is_active: bool
    channels: ApprovalChannels
    configuration: ApprovalConfiguration
    steps: list[ApprovalStepOut]
    created_at: datetime
    updated_at: datetime

    @classmethod
    def from_row(cls, flow: ApprovalFlow, vendor_id: UUID) -> Self:
        times = {"createdAt": flow.updated_at, "updatedAt": flow.updated_at}
        steps = [step | times for step in flow.steps]
        return cls.model_validate({**asdict(flow), "vendor_id": vendor_id, "steps": steps})


class ApprovalFlowList(CountedPage[ApprovalFlowOut]):
    pass


class ApprovalExecute(Wire):
    """`executionData` is shown to the approvers, and returned with the result; 4096 bytes of JSON.
    `webhookUrl` overrides that of the flow."""

    execution_data: Metadata = Field(None, examples=[{"project": "Apollo"}])
    webhook_url: OutboundUrl | None = None


class ApprovalExecution(Wire):
    approval_flow_execution_id: UUID
    approval_flow_id: UUID
    status: Literal["pending", "approved", "rejected", "expired"]
    tenant_id: ShownTenantId
    user_id: UUID
    execution_data: dict[str, Any] | None = None
    requested_at: datetime
    expires_at: datetime
    decided_at: datetime | None = None

    @classmethod
    def from_row(cls, one: Approval) -> Self:
        ids = {"approval_flow_execution_id": one.id, "approval_flow_id": one.flow_id}
        return cls.model_validate({**asdict(one), **ids, "user_id": one.requester_id})
