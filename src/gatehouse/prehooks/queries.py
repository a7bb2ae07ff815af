"""Statements on what came of asking. They need the system scope."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Literal
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.kit.db import Command, Query
from gatehouse.kit.purge import declare_purge
from gatehouse.prehooks.schemas import PrehookCallOut
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
    changes, checked against the closed list in `response.py`."""

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


# A prehook that was deleted meanwhile has none; who is deleting it is waited for.
ADD = Command(
    """
    insert into prehook_calls (id, prehook_id, event_key, outcome, milliseconds, detail, created_at)
    select $1, p.id, $3, $4, $5, $6, $7 from prehooks p where p.id = $2
    for key share
    """
)
LAST = Query(
    PrehookCallOut,
    """
    select id, event_key, outcome, milliseconds, detail, created_at from prehook_calls
    where prehook_id = $1 order by created_at desc, id desc limit $2::bigint
    """,
)


KEPT_FOR = timedelta(days=7)
# What came of asking, after a week.
declare_purge(
    "prehook_calls", KEPT_FOR, column="created_at", job="prehooks.forget_calls", cron="41 * * * *"
)
