"""Statements on the log of deliveries."""

from gatehouse.connectivity.webhooks.log.models import RedeliveredEvent, WebhookDelivery
from gatehouse.kit.db import Command, Query

PAGE = Query(
    WebhookDelivery,
    """
    select id, tenant_id, webhook_id, event_id, event_key, body, status, attempts, status_code, answer,
      next_attempt_at, last_attempt_at, created_at
    from webhook_deliveries where tenant_id = $1 and webhook_id = $2
    order by created_at desc, id desc limit $3::int offset $4::int
    """,
)
# Counted to $3.
COUNT = Query(
    int,
    """
    select count(*)::int as n from (
      select from webhook_deliveries where tenant_id = $1 and webhook_id = $2 limit $3::int) counted
    """,
)
# Locks the webhook first, in the same order as all statements that make it due.
LOCK_OF = Query(
    RedeliveredEvent,
    """
    select id as webhook_id, coalesce(nullif(display_name, ''), url) as name, is_active from webhooks
    where tenant_id = $1 and id = (
      select webhook_id from webhook_deliveries where tenant_id = $1 and id = $2)
    for update
    """,
)
AGAIN = Command(
    """
    with due as (
      update webhooks set due_at = least(coalesce(due_at, $4), $4) where tenant_id = $1 and id = $2
    )
    update webhook_deliveries set status = 'waiting', next_attempt_at = $4
    where tenant_id = $1 and id = $3
    """
)
