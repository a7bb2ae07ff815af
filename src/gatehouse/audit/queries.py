from gatehouse.kit.db import Command, Query

ADD_AUDIT = Command(
    "insert into audits (id, tenant_id, created_at, action, severity, description,"
    " actor_user_id, actor_email, ip, user_agent, data, actor_kind, impersonator_id)"
    " values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
)
# A month that is dropped locks the whole for a moment: whoever waits for that holds up everybody behind.
BRIEFLY = Command("set local lock_timeout = '1s'")
KEEP_MONTHS = Query(int, "select gatehouse_keep_audit_months($1, $2) as dropped")
# Of accounts that keep less, at most $2.
FORGET_ENTRIES = Query(int, "select gatehouse_forget_audits($1, $2) as forgotten")
# Where a tenant has not said, an empty text.
TIMEZONE = Query(str, "select coalesce(timezone, '') as timezone from tenants where id = $1")
