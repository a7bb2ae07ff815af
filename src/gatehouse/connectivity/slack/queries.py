"""Statements on Slack."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from gatehouse.connectivity.subscriptions.schemas import NotTold
from gatehouse.kit.db import Command, Query
from gatehouse.kit.sealed import SealedColumn
from gatehouse.kit.tenant_cleanup import TenantTable


@dataclass(frozen=True, slots=True)
class SlackInstallation:
    id: UUID
    team_id: str
    team_name: str
    sealed_token: bytes


@dataclass(frozen=True, slots=True)
class SlackSubscription:
    """`slack_events` as the wire has them."""

    id: UUID
    is_active: bool
    slack_events: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class ToldInSlack:
    """What an event says in which channels; `title` and `message` are None for the usual."""

    channel_ids: list[str]
    title: str | None
    message: str | None


LEFT = (TenantTable("slack_installations"), TenantTable("slack_subscriptions"))

TOKEN = SealedColumn("slack_installations", "sealed_token")

INSTALLATION = Query(
    SlackInstallation,
    "select id, team_id, team_name, sealed_token from slack_installations where tenant_id = $1",
)
REMOVE = Query(str, "delete from slack_installations where tenant_id = $1 returning team_name")
INSTALL = Command(
    """
    insert into slack_installations (id, tenant_id, team_id, team_name, sealed_token, created_at)
    values ($1, $2, $3, $4, $5, $6)
    """
)
# Channels of another workspace mean nothing in this one.
FORGET_SUBSCRIPTIONS = Command("delete from slack_subscriptions where tenant_id = $1")

# Bounded by how many may be made.
ALL = Query(
    SlackSubscription,
    """
    select id, is_active, slack_events from slack_subscriptions
    where tenant_id = $1 order by created_at, id limit 100
    """,
)
FAILURES = Query(
    NotTold,
    """
    select recipient, error as reason, finished_at as at from event_messages
    where tenant_id = $1 and channel = 'slack' and status = 'failed' and finished_at >= $2
    order by finished_at desc limit 20
    """,
)
COUNT = Query(int, "select count(*)::int as n from slack_subscriptions where tenant_id = $1")
ADD = Command(
    """
    insert into slack_subscriptions (id, tenant_id, is_active, slack_events, created_at, updated_at)
    values ($2, $1, $3, $4, $5, $5)
    """
)
LOCKED = Query(
    SlackSubscription,
    """
    select id, is_active, slack_events from slack_subscriptions
    where tenant_id = $1 and id = $2 for update
    """,
)
CHANGE = Command(
    """
    update slack_subscriptions set is_active = $3, slack_events = $4, updated_at = $5
    where tenant_id = $1 and id = $2
    """
)
DELETE = Query(
    UUID, "delete from slack_subscriptions where tenant_id = $1 and id = $2 returning id"
)
# What tenant $1 says of event $2, the oldest subscription first.
TOLD = Query(
    ToldInSlack,
    """
    select e."channelIds" as channel_ids, e.title, e.message
    from slack_subscriptions s
    cross join lateral jsonb_to_recordset(s.slack_events)
      as e ("eventKey" text, "channelIds" text[], title text, message text)
    where s.tenant_id = $1 and s.is_active and e."eventKey" = $2
      and exists (select from slack_installations i where i.tenant_id = $1)
    order by s.created_at, s.id
    """,
)
