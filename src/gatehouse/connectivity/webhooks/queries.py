"""Statements on webhooks."""

from typing import LiteralString

from gatehouse.connectivity.webhooks.models import Webhook
from gatehouse.kit.db import Query
from gatehouse.kit.sealed import SealedColumn
from gatehouse.kit.tenant_cleanup import TenantTable

LEFT = TenantTable("webhooks")

SECRET = SealedColumn("webhooks", "sealed_secret")
PREVIOUS_SECRET = SealedColumn("webhooks", "sealed_previous_secret")

COLUMNS: LiteralString = (
    "id, tenant_id, display_name, description, url, sealed_secret, event_keys, is_active, is_ordered,"
    " payload, invocations, failing_since, disabled_at, created_at, updated_at"
)

# Bounded by how many may be made.
ALL = Query(
    Webhook,
    f"select {COLUMNS} from webhooks where tenant_id = $1 order by created_at, id limit 100",
)
ONE = Query(Webhook, f"select {COLUMNS} from webhooks where tenant_id = $1 and id = $2")
LOCKED = Query(
    Webhook, f"select {COLUMNS} from webhooks where tenant_id = $1 and id = $2 for update"
)
BY_URL = Query(
    Webhook,
    f"""
    select {COLUMNS} from webhooks
    where tenant_id = $1 and url = $2 and sealed_secret is not null order by created_at limit 1
    """,
)
COUNT = Query(int, "select count(*)::int as n from webhooks where tenant_id = $1")

ADD = Query(
    Webhook,
    f"""
    insert into webhooks (id, tenant_id, display_name, description, url, sealed_secret, event_keys,
      is_active, is_ordered, payload, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
    returning {COLUMNS}
    """,
)
# One that is switched on starts anew, and goes on with what waits.
CHANGE = Query(
    Webhook,
    f"""
    update webhooks set display_name = $3, description = $4, url = $5, sealed_secret = $6,
      event_keys = $7, is_active = $8, is_ordered = $9, payload = $10, updated_at = $11,
      sealed_previous_secret = case when $12 then $13 else sealed_previous_secret end,
      previous_secret_until = case when $12 then $14 else previous_secret_until end,
      disabled_at = case when $8 then null else disabled_at end,
      failing_since = case when $8 and not is_active then null else failing_since end
    where tenant_id = $1 and id = $2
    returning {COLUMNS}
    """,
)
DELETE = Query(
    str,
    """
    delete from webhooks where tenant_id = $1 and id = $2
    returning coalesce(nullif(display_name, ''), url) as name
    """,
)
