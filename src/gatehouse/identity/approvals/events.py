from collections.abc import Mapping
from uuid import UUID

from gatehouse.kit.events import Event


class ApprovalRequested(Event):
    event_name = "approval.requested"
    severity = "Medium"
    text = "Requested approval: {flow}"
    approval_id: UUID
    flow: str
    user_id: UUID


class ApprovalAnswered(Event):
    """`approver`: whose link it was."""

    event_name = "approval.answered"
    severity = "Medium"
    approval_id: UUID
    flow: str
    approver: str
    approved: bool
    user_id: UUID

    @property
    def description(self) -> str:
        return f"{self.approver} {'approved' if self.approved else 'rejected'}: {self.flow}"


class ApprovalEnded(Event):
    """An approval has ended. `user_id`: the requester."""

    approval_id: UUID
    flow: str
    user_id: UUID


class ApprovalApproved(ApprovalEnded):
    event_name = "approval.approved"
    severity = "Medium"
    text = "Approved: {flow}"


class ApprovalRejected(ApprovalEnded):
    event_name = "approval.rejected"
    severity = "Medium"
    text = "Rejected: {flow}"


class ApprovalExpired(ApprovalEnded):
    event_name = "approval.expired"
    text = "Approval expired: {flow}"


ENDS: Mapping[str, type[ApprovalEnded]] = {
    "approved": ApprovalApproved,
    "rejected": ApprovalRejected,
    "expired": ApprovalExpired,
}


class ApprovalFlowChanged(Event):
    event_name = "vendor.approval_flow_changed"
    severity = "High"
    text = "{what} the approval flow {name}"
    flow_id: UUID
    name: str
    what: str
