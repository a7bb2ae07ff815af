"""Statements on entries of the audit log."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, LiteralString
from uuid import UUID

from gatehouse.kit.db import Command, Query
from gatehouse.kit.events import Severity


@dataclass(frozen=True, slots=True)
class ReportedEntry:
    """An entry that a backend reports about its own product."""

    severity: Severity
    action: str
    description: str
    email: str | None
    ip: str | None
    user_agent: str | None
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class AddedEntry:
    """The part of an entry that the server sets."""

    id: UUID
    created_at: datetime


# Entries, and the jobs that deliver their events: arrays of equal length. In a tenant without subscribers,
# there are jobs only for the events that are always delivered. Also parts of statements of other areas, whose
# first 17 parameters are then these.
ADD_ENTRIES: LiteralString = """
      insert into audits (id, tenant_id, created_at, action, severity, description, actor_user_id,
        actor_email, ip, user_agent, data, actor_kind, impersonator_id)
      select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::text[],
        $7::uuid[], $8::text[], $9::text[], $10::text[], $11::jsonb[], $12::text[], $13::uuid[])
"""
ENQUEUE_FAN_OUT: LiteralString = """
    select gatehouse_enqueue($17, n.payload, null, null)
    from unnest($14::uuid[], $15::bytea[], $16::boolean[]) n (tenant_id, payload, always)
    where n.payload is not null and (n.always or gatehouse_listens(n.tenant_id))
"""
ADD_AUDITS = Command(f"with added as ({ADD_ENTRIES}) {ENQUEUE_FAN_OUT}")
# Dropping a month locks the whole table for a moment: waiting for that lock would block all statements queued
# behind it.
BRIEFLY = Command("set local lock_timeout = '1s'")
KEEP_MONTHS = Query(int, "select gatehouse_keep_audit_months($1, $2) as dropped")
# Of accounts that keep less, at most $2.
FORGET_ENTRIES = Query(int, "select gatehouse_forget_audits($1, $2) as forgotten")
# Where a tenant has not said, an empty text.
TIMEZONE = Query(str, "select coalesce(timezone, '') as timezone from tenants where id = $1")
