"""Figures for the metrics. Each reads an index or a few rows, and never more than 10,000."""

from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString

from gatehouse.kit.db import Query


@dataclass(frozen=True, slots=True)
class JobFigures:
    """`oldest_seconds`: for how long the oldest that is due has waited. `silent_seconds`: since a worker last
    began what runs by the clock, of which something begins each minute."""

    oldest_seconds: float
    waiting: int
    failed: int
    silent_seconds: float
    database_bytes: int


@dataclass(frozen=True, slots=True)
class WebhookFigures:
    """`failing`: to which nothing got through for an hour. `overdue_seconds`: for how long the one that was
    to be sent first has waited for a worker."""

    failing: int
    overdue_seconds: float


@dataclass(frozen=True, slots=True)
class MessageFigures:
    """Of the last hour. `failing` were tried and are not out."""

    channel: str
    sent: int
    failing: int
    waiting: int


MOST: LiteralString = "10000"

# Jobs keep the database's time.
JOBS = Query(
    JobFigures,
    f"""
    select
      coalesce(extract(epoch from now() - min(execute_after) filter (
        where execute_after <= now())), 0)::float8 as oldest_seconds,
      count(*) as waiting,
      (select count(*) from (select from pgqueuer where status = 'failed' limit {MOST}) f) as failed,
      coalesce((select extract(epoch from now() - max(last_run)) from pgqueuer_schedules), 0)::float8
        as silent_seconds,
      pg_database_size(current_database()) as database_bytes
    from (select execute_after from pgqueuer where status = 'queued' order by id limit {MOST}) queued
    """,
)
# $1 is now.
WEBHOOKS = Query(
    WebhookFigures,
    f"""
    select
      count(*) filter (where failing_since <= $1::timestamptz - interval '1 hour') as failing,
      greatest(0, coalesce(extract(epoch from $1::timestamptz - min(due_at) filter (
        where sending_until is null or sending_until <= $1::timestamptz)), 0))::float8 as overdue_seconds
    from (
      select due_at, failing_since, sending_until from webhooks
      where is_active and due_at is not null order by due_at limit {MOST}
    ) due
    """,
)
# Since $1, the newest 2,000.
MESSAGES = Query(
    MessageFigures,
    """
    select channel, count(*) filter (where sent_at is not null) as sent,
      count(*) filter (where sent_at is null and last_error is not null) as failing,
      count(*) filter (where sent_at is null and last_error is null) as waiting
    from (
      select channel, sent_at, last_error from outgoing_messages
      where created_at >= $1 order by created_at desc limit 2000
    ) looked group by channel
    """,
)
# Received before $1; they are read within seconds.
CARD_EVENTS = Query(
    int, "select count(*) from billing_events where applied_at is null and received_at < $1"
)
SEALED_UNTIL = Query(datetime, "select at from audit_sealed_until where at > '1971-01-01Z'")
# The one that signs at $1.
CERTIFICATE = Query(
    str,
    """
    select certificate from saml_keys where coalesce(active_from, created_at) <= $1
    order by coalesce(active_from, created_at) desc, id limit 1
    """,
)
