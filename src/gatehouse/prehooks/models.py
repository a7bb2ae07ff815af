from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.vendor.prehooks import EventKey

Verdict = Literal["allow", "block", "challenge", "lock"]
FAILED = "failed"


@dataclass(frozen=True, slots=True)
class PrehookQuestion:
    """What is about to happen. `data`: the subject, as it is sent; the other fields: the client, tenant, user
    and application, as far as they are known."""

    event: EventKey
    data: Mapping[str, Any]
    client: Client
    tenant_id: UUID | None = None
    user_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class PrehookResponse:
    """The service's answer. `message`: one line of plain text for the user; `response`: the requested
    changes, checked against the closed list in `answer.py`."""

    verdict: Verdict = "allow"
    message: str = ""
    response: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PrehookExchange:
    """One question and what came back: `said`, or `failure` in a few words. `status` and `body` are the
    answer as it was."""

    sent: str
    milliseconds: int
    status: int | None = None
    body: str = ""
    said: PrehookResponse | None = None
    failure: str = ""


@dataclass(frozen=True, slots=True)
class PrehookCall:
    """One of the latest calls of a prehook, for the vendor's staff."""

    id: UUID
    event_key: str
    outcome: str
    milliseconds: int
    detail: str
    created_at: datetime
