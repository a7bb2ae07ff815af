"""Statements on subscriptions."""

from gatehouse.billing.subscriptions.models import Subscription
from gatehouse.kit.db import Query

# The one that counts first: what is not over, and of these the newest.
SUBSCRIPTIONS = Query(
    Subscription,
    """
    select * from billing_subscriptions where tenant_id = $1
    order by status in ('canceled', 'incomplete_expired'), started_at desc, id desc limit 100
    """,
)
SUBSCRIPTION = Query(
    Subscription, "select * from billing_subscriptions where tenant_id = $1 and id = $2"
)
BY_EXTERNAL_ID = Query(
    Subscription, "select * from billing_subscriptions where tenant_id = $1 and external_id = $2"
)
