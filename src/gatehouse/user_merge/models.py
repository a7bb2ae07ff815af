from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

Status = Literal["waiting", "done", "refused", "expired", "withdrawn", "stopped"]
State = Literal["waiting", "confirmed", "done", "refused", "expired", "withdrawn", "stopped"]
Side = Literal["goes", "stays"]
Outcome = Literal["waiting", "merged", "refused", "stopped"]


@dataclass(frozen=True, slots=True)
class MergeCandidate:
    """A user to be merged. `directory`, `single_sign_on`: the account is managed by a company. `places`:
    number of tenants in which they have a membership of their own."""

    id: UUID
    email: str
    name: str
    verified: bool
    mfa_enrolled: bool
    is_locked: bool
    is_staff: bool
    directory: bool
    single_sign_on: bool
    places: int


@dataclass(frozen=True, slots=True)
class MergeRequest:
    """`goes_id` None: gone, or merged. `state` is `confirmed` where one of the two has agreed, and `expired`
    from the end on, also before a job has noted it."""

    id: UUID
    goes_id: UUID | None
    stays_id: UUID
    former_id: UUID
    goes_email: str
    stays_email: str
    goes_name: str
    stays_name: str
    goes_agreed_at: datetime | None
    stays_agreed_at: datetime | None
    reason: str
    requested_by: str
    requested_at: datetime
    expires_at: datetime
    refused_by: Side | None
    withdrawn_by: str | None
    problem: str | None
    ended_at: datetime | None
    state: State

    def email_of_side(self, side: Side) -> str:
        return self.goes_email if side == "goes" else self.stays_email

    def has_agreed(self, side: Side) -> bool:
        return (self.goes_agreed_at if side == "goes" else self.stays_agreed_at) is not None


@dataclass(frozen=True, slots=True)
class OpenedMergeLink:
    """A pending merge request whose link was opened. `user_id`: the user of that side."""

    id: UUID
    side: Side
    user_id: UUID
    agreed: bool


@dataclass(frozen=True, slots=True)
class DueRequest:
    """`due_at`: when it expired."""

    due_at: datetime
    id: UUID
