"""What approvers see and say (wire-api §16, approval flows)."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StringConstraints
from pydantic.alias_generators import to_camel

from gatehouse.kit.schemas import Wire

ApproverToken = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class ApprovalLink(BaseModel):
    """As the link in the mail has them. `approverId` is secret: it is the approver's proof."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore")

    approval_flow_execution_id: UUID
    approver_id: ApproverToken = Field(examples=["Zm9yLWV4YW1wbGU"])
    approval_flow_step_id: UUID


class ApprovalAction(ApprovalLink):
    approved: StrictBool


class ApprovalRequest(Wire):
    """`requester`: the e-mail address of whoever asks."""

    approval_flow_name: str
    approval_flow_description: str | None = None
    requester: str
    approval_flow_request_date: datetime
    execution_data: dict[str, Any] | None = None


class ApprovalTaken(Wire):
    success: bool
