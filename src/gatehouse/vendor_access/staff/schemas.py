from datetime import datetime
from uuid import UUID

from gatehouse.access.vendor import StaffRole
from gatehouse.kit.schemas import EmailText, Wire


class StaffMemberOut(Wire):
    user_id: UUID
    email: str
    name: str
    role: StaffRole
    created_at: datetime


class StaffAdd(Wire):
    """The user must already have an account."""

    email: EmailText
    role: StaffRole


class StaffChange(Wire):
    role: StaffRole


class StaffTokenOut(Wire):
    """`expiresIn` in seconds; `permissions` may be patterns, such as `vendor.read.*`."""

    token: str
    expires_in: int
    role: StaffRole
    permissions: list[str]
