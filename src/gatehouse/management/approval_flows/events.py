from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class ApprovalFlowChanged(Event):
    event_name = "vendor.approval_flow_changed"
    severity = "High"
    text = "{what} the approval flow {name}"
    flow_id: UUID
    name: str
    what: str
