"""Of a deleted account nothing is left but what the audit, bills and licenses need."""

from gatehouse.kit.tenant_cleanup import TENANT_TABLES

TABLES = """
  select c.relname::text from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
"""
# From a table to the one whose rows take its own along; every row has one.
TAKEN_ALONG = """
  select con.conrelid::regclass::text as own, con.confrelid::regclass::text as other
  from pg_constraint con where con.contype = 'f' and con.confdeltype = 'c' and not exists (
    select from unnest(con.conkey) k join pg_attribute a on a.attrelid = con.conrelid and a.attnum = k
    where not a.attnotnull)
"""
ERASED_APART = {
    "memberships", "roles", "ended_memberships", "deleted_tenants", "tenants",
    "tenant_versions",  # by its trigger
}  # fmt: skip
KEPT = {
    # The audit, and what was counted.
    "audits", "audit_blocks", "audit_erasures", "api_calls", "roster_counts", "user_import_news",
    # Bills, and the licenses that they are for.
    "organizations", "licenses", "license_discounts", "license_keys", "license_seats",
    "license_subscriptions", "license_usage", "payment_differences", "provider_adjustments",
    "provider_transactions", "subscription_facts", "billing_accounts", "billing_invoices",
    "billing_payment_methods", "billing_subscriptions",
    # People's own, which end or run out by themselves.
    "action_tokens", "sessions", "session_tenants", "impersonations",
    # Switches, which say nothing of anybody; what names a member goes with the membership.
    "application_tenants", "entitlements", "entry_rules", "group_configurations",
    "impersonation_policies", "lockout_policies", "mfa_policies", "password_history_policies",
    "password_rotation_policies", "session_policies",
}  # fmt: skip


async def test_each_table_of_accounts_is_emptied_or_kept_for_a_reason(db):
    tables = {row[0] for row in await db.connection.fetch(TABLES)}
    along = [tuple(row) for row in await db.connection.fetch(TAKEN_ALONG)]
    emptied = ERASED_APART | {one.table for one in TENANT_TABLES.load_items()}
    assert emptied <= tables
    while more := {own for own, other in along if other in emptied - {"tenants"}} - emptied:
        emptied |= more
    left = sorted(tables - emptied)
    assert not set(left) - KEPT, " ".join(left)
    assert set(left) >= KEPT
