from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class StaffAdded(Event):
    event_name = "vendor.staff_added"
    severity = "High"
    text = "{member} became one of the vendor's staff: {role}"
    user_id: UUID
    member: str
    role: str


@dataclass(frozen=True, slots=True)
class StaffRoleChanged(Event):
    event_name = "vendor.staff_role_changed"
    severity = "High"
    text = "{member} of the vendor's staff is now {role}"
    user_id: UUID
    member: str
    role: str


@dataclass(frozen=True, slots=True)
class StaffRemoved(Event):
    event_name = "vendor.staff_removed"
    severity = "High"
    text = "{member} is no longer one of the vendor's staff"
    user_id: UUID
    member: str


@dataclass(frozen=True, slots=True)
class StaffEntered(Event):
    event_name = "vendor.staff_entered"
    severity = "Medium"
    text = "{member} of the vendor's staff came in as {role}"
    user_id: UUID
    member: str
    role: str
