"""Statements on the subscription behind a license."""

from gatehouse.kit.db import Query
from gatehouse.licensing.subscriptions.models import SubscribedLicense

SUBSCRIBED = Query(
    SubscribedLicense,
    """
    select l.provider_subscription_id as subscription_id, o.provider_customer_id as customer_id
    from licenses l join organizations o on o.tenant_id = l.tenant_id and o.id = l.organization_id
    where l.tenant_id = $1 and l.id = $2
    """,
)
