"""Statements on the subscription behind a license."""

from gatehouse.kit.db import Query
from gatehouse.licensing.subscriptions.models import Subscribed

SUBSCRIBED = Query(
    Subscribed,
    """
    select provider_subscription_id as subscription_id from licenses where tenant_id = $1 and id = $2
    """,
)
