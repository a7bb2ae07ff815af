"""Statements on what is sent to a collector outside."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from gatehouse.audit.chain.queries import AuditPosition
from gatehouse.kit.db import Command, Query
from gatehouse.kit.events import Severity


@dataclass(frozen=True, slots=True)
class StreamedEntry:
    """An entry, as it is sent: without a tenant where it is the vendor's own."""

    id: UUID
    tenant_id: UUID | None
    created_at: datetime
    action: str
    severity: Severity
    description: str
    email: str | None
    user_id: UUID | None
    impersonator_id: UUID | None
    actor_kind: str | None
    ip: str | None
    user_agent: str | None
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class StreamState:
    """`failing_since` is empty while what was sent last has arrived."""

    at: datetime
    failing_since: datetime | None
    last_error: str | None


BEGIN = Command(
    "insert into audit_stream (at, id) values ($1, '00000000-0000-0000-0000-000000000000')"
    " on conflict do nothing"
)
# Lease the stream until `$2`, unless another worker holds it at `$1`.
LEASE = Query(
    AuditPosition,
    """
    update audit_stream set leased_until = $2 where leased_until is null or leased_until <= $1
    returning at, id
    """,
)
ARRIVED = Command(
    """
    update audit_stream set at = $1, id = $2, leased_until = $3, failing_since = null, last_error = null
    where (at, id) < ($1, $2)
    """
)
FAILED = Command(
    "update audit_stream set failing_since = coalesce(failing_since, $1), last_error = $2"
)
GIVE_BACK = Command("update audit_stream set leased_until = null")
STATE = Query(StreamState, "select at, failing_since, last_error from audit_stream")

# Of all accounts, after `$1` and `$2` and before `$3`, not more than `$4`.
ENTRIES = Query(
    StreamedEntry,
    """
    select a.id, a.tenant_id, a.created_at, a.action, a.severity, a.description, a.actor_email as email,
      a.actor_user_id as user_id, a.impersonator_id, a.actor_kind, a.ip, a.user_agent, a.data
    from audits a
    where a.created_at >= $1 and (a.created_at, a.id) > ($1, $2) and a.created_at < $3
    order by a.created_at, a.id limit $4
    """,
)
