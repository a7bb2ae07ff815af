from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StringConstraints
from pydantic.alias_generators import to_camel

from gatehouse.identity.passwords.schemas import Token
from gatehouse.kit.paging import CountedPage
from gatehouse.kit.schemas import Text, Wire
from gatehouse.user_merge.models import MergeRequest, Outcome, Side, State


class MergeRequestsQuery(BaseModel):
    """Without `state` all of them; `userId`: those of one user, in either role."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore")

    state: State | None = None
    user_id: UUID | None = None
    offset: int = Field(0, ge=0, le=10_000)
    limit: int = Field(20, ge=1, le=100)


class MergeRequestIn(Wire):
    """`goesId` becomes part of `staysId`. `reason` is kept in the audit; neither of the two is shown it."""

    goes_id: UUID
    stays_id: UUID
    reason: Annotated[Text, StringConstraints(min_length=3, max_length=500)]


class MergePersonOut(Wire):
    """Name and address at the time of the request. `id` leads nowhere once the account has been merged into
    the other."""

    id: UUID
    email: str
    name: str
    agreed_at: datetime | None = None


class MergeRequestOut(Wire):
    """`state`: `confirmed` when one of the two has agreed, `stopped` when both had, and it could not be done;
    `problem` is then the code of why."""

    id: UUID
    goes: MergePersonOut
    stays: MergePersonOut
    reason: str
    requested_by: str
    requested_at: datetime
    expires_at: datetime
    state: State
    refused_by: Side | None = None
    withdrawn_by: str | None = None
    problem: str | None = None
    ended_at: datetime | None = None

    @classmethod
    def from_row(cls, one: MergeRequest) -> "MergeRequestOut":
        return cls(
            id=one.id,
            goes=MergePersonOut(
                id=one.former_id, email=one.goes_email, name=one.goes_name,
                agreed_at=one.goes_agreed_at,
            ),
            stays=MergePersonOut(
                id=one.stays_id, email=one.stays_email, name=one.stays_name,
                agreed_at=one.stays_agreed_at,
            ),
            reason=one.reason,
            requested_by=one.requested_by,
            requested_at=one.requested_at,
            expires_at=one.expires_at,
            state=one.state,
            refused_by=one.refused_by,
            withdrawn_by=one.withdrawn_by,
            problem=one.problem,
            ended_at=one.ended_at,
        )  # fmt: skip


class MergeRequestsPage(CountedPage[MergeRequestOut]):
    """The newest first; `total` counts to 10,000."""


class MergeLink(Wire):
    """The parameters of the link in the mail. The token is the proof of the mailbox."""

    merge_request_id: UUID
    token: Token


class MergeAnswer(MergeLink):
    agreed: StrictBool


class MergeAsked(Wire):
    """What one of the two is asked. `address` is theirs, `other` that of the other account with its middle
    left out. `goes`: theirs is the account that ends. `accounts`: where they are a member, by name, at most
    20; `more` further ones."""

    address: str
    other: str
    goes: bool
    accounts: list[str]
    more: int
    expires_at: datetime


class MergeOutcome(Wire):
    """`waiting`: for the other mailbox; `stopped`: both agreed, and it cannot be done as the accounts are."""

    outcome: Outcome
