from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal
from uuid import UUID

Status = Literal["pending", "approved", "rejected", "expired"]

DEFAULT_MINUTES = 24 * 60


@dataclass(frozen=True, slots=True)
class DueApproval:
    due_at: datetime
    id: UUID
    tenant_id: UUID


@dataclass(frozen=True, slots=True)
class ApprovalFlow:
    """An approval flow. `tenant_id` None: for every tenant. Channels, configuration and steps are as on
    the wire."""

    id: UUID
    tenant_id: UUID | None
    name: str
    description: str | None
    is_active: bool
    channels: dict[str, bool]
    configuration: dict[str, Any]
    steps: list[dict[str, Any]]
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Approval:
    id: UUID
    tenant_id: UUID
    flow_id: UUID
    requester_id: UUID
    name: str
    description: str | None
    configuration: dict[str, Any]
    steps: list[dict[str, Any]]
    step: int
    execution_data: dict[str, Any] | None
    webhook_url: str | None
    status: Status
    requested_at: datetime
    expires_at: datetime
    approves_at: datetime | None
    reminds_at: datetime | None
    decided_at: datetime | None

    @property
    def step_id(self) -> UUID:
        return UUID(self.steps[self.step]["id"])

    @property
    def role_keys(self) -> list[str]:
        """Role keys of the current step."""
        return list(self.steps[self.step]["roles"])

    @property
    def needed(self) -> int:
        """Number of approvals that the current step needs."""
        return int(self.steps[self.step]["min"])

    @property
    def is_last_step(self) -> bool:
        return self.step + 1 == len(self.steps)

    def waits(self, now: datetime) -> bool:
        return self.status == "pending" and now < self.expires_at


@dataclass(frozen=True, slots=True)
class Approver:
    id: UUID
    user_id: UUID | None
    email: str | None
    phone_number: str | None
    approved: bool | None


@dataclass(frozen=True, slots=True)
class ApproverCandidate:
    """An approver named by a flow. `user_id` is set for a user of Gatehouse."""

    user_id: UUID | None
    email: str | None
    phone_number: str | None
    by_role: bool


@dataclass(frozen=True, slots=True)
class Requester:
    id: UUID
    email: str
    name: str


@dataclass(frozen=True, slots=True)
class ApprovalVotes:
    yes: int
    no: int


@dataclass(frozen=True, slots=True)
class ApprovalTimes:
    """When an approval expires, approves itself, and reminds; `due` is the first of them."""

    expires_at: datetime
    approves_at: datetime | None
    reminds_at: datetime | None

    @property
    def due(self) -> datetime:
        return min(
            at for at in (self.expires_at, self.approves_at, self.reminds_at) if at is not None
        )

    @classmethod
    def from_configuration(cls, configuration: dict[str, Any], now: datetime) -> "ApprovalTimes":
        return cls(
            now + timedelta(minutes=configuration.get("timeoutMinutes") or DEFAULT_MINUTES),
            _add_minutes(now, configuration.get("autoApproveInMinutes")),
            _add_minutes(now, configuration.get("reminderIntervalMinutes")),
        )


def _add_minutes(now: datetime, minutes: int | None) -> datetime | None:
    return now + timedelta(minutes=minutes) if minutes else None


def decide_step_outcome(
    votes: ApprovalVotes, needed: int
) -> Literal["waiting", "passed", "refused"]:
    """The outcome of a step: one rejection rejects; else the required number of approvals passes it."""
    if votes.no:
        return "refused"
    return "passed" if votes.yes >= needed else "waiting"


def remove_duplicate_approvers(
    found: Sequence[ApproverCandidate], requester: Requester
) -> list[ApproverCandidate]:
    """Every approver once, however often the flow names them, without the requester."""
    kept: dict[object, ApproverCandidate] = {}
    for one in found:
        if one.user_id == requester.id or one.email == requester.email:
            continue
        kept.setdefault(one.user_id or one.email or one.phone_number, one)
    return list(kept.values())
