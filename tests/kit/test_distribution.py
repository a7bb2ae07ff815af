"""Whether rows of an account could live beside each other, apart from those of other accounts (ADR 0025).

A database that distributes tables by `tenant_id` refuses keys and references that do not name it. What
does not is here by name, so that it gets less and not more.
"""

from gatehouse.kit.db import Db

TABLES = """
select c.oid, c.relname from pg_class c
join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
"""
NAMES_ACCOUNT = """
exists (
  select from unnest({keys}) k join pg_attribute a on a.attrelid = t.oid and a.attnum = k
  where a.attname = 'tenant_id'
)
"""
WITHOUT_ACCOUNT = f"""
with t as ({TABLES})
select t.relname from t join pg_attribute a on a.attrelid = t.oid and a.attname = 'tenant_id'
where not a.attnotnull
"""
REFERENCES = f"""
with t as ({TABLES})
select t.relname, o.relname as other from t
join pg_constraint con on con.conrelid = t.oid and con.contype = 'f'
join t o on o.oid = con.confrelid
where o.relname <> 'tenants' and not {NAMES_ACCOUNT.format(keys="con.conkey")}
"""
UNIQUE = f"""
with t as ({TABLES})
select i.relname from t
join pg_index x on x.indrelid = t.oid and x.indisunique and not x.indisprimary
join pg_class i on i.oid = x.indexrelid
where not {NAMES_ACCOUNT.format(keys="x.indkey::int[]")}
"""
PRIMARY = f"""
with t as ({TABLES})
select t.relname from t
join pg_index x on x.indrelid = t.oid and x.indisprimary
where not {NAMES_ACCOUNT.format(keys="x.indkey::int[]")} and not exists (
  select from unnest(x.indkey::int[]) k join pg_attribute a on a.attrelid = t.oid and a.attnum = k
  where a.atttypid = 'uuid'::regtype
)
"""

# Rows of the vendor, or of no account, are stored among those of accounts.
OF_THE_VENDOR_TOO = {"action_tokens", "approval_flows", "audits", "role_permissions", "roles"}
# Roles may be the vendor's, and so have no account that a reference could name. The others would name it.
ROLES = {
    "api_token_roles", "group_roles", "membership_roles", "role_permissions", "sso_connection_roles",
    "sso_given_roles", "sso_group_roles",
}  # fmt: skip
BY_ID_ALONE = {
    ("api_token_permissions", "api_tokens"), ("api_token_roles", "api_tokens"),
    ("approval_approvers", "approvals"), ("approvals", "approval_flows"),
    ("bell_states", "bell_notifications"), ("license_discounts", "licenses"), ("license_keys", "licenses"),
    ("license_seats", "licenses"), ("license_subscriptions", "licenses"), ("license_usage", "licenses"),
    ("licenses", "organizations"), ("provider_adjustments", "organizations"),
    ("provider_transactions", "organizations"), ("subscription_facts", "license_subscriptions"),
    ("webhook_deliveries", "webhooks"),
    # A session acts in several accounts, one after the other.
    ("impersonations", "sessions"), ("openid_sessions", "sessions"), ("saml_sessions", "sessions"),
    ("session_tenants", "sessions"),
}  # fmt: skip
# Found by a secret, or by an id from elsewhere, before the tenant is known.
FOUND_BEFORE_THE_ACCOUNT = {
    "billing_accounts_customer_key", "billing_invoices_external_id_key",
    "billing_payment_methods_external_id_key", "billing_subscriptions_external_id_key",
    "impersonations_token_hash_key", "invite_links_token_hash_key", "license_keys_key_hash_key",
    "licenses_by_reference", "licenses_fingerprint_key", "licenses_key_key",
    "licenses_provider_subscription_id_key", "organizations_provider_customer_id_key",
    "saml_answers_by_code", "sso_domains_held", "tenants_alias_key", "tenants_by_external_id",
}  # fmt: skip
# Unique within something that is an account's.
WITHIN_ONE_OF_ITS_ROWS = {
    "bell_notifications_once", "event_messages_event_id_channel_recipient_key", "license_seats_by_holder",
    "openid_sessions_by_session", "openid_sessions_without", "saml_sessions_by_session",
    "saml_sessions_without", "scim_users_by_name_key", "webhook_deliveries_webhook_id_event_id_key",
}  # fmt: skip
# Their keys are no ids that we make: a hash, a number, and those of the payment provider.
NO_ID = {
    "action_tokens", "license_subscriptions", "provider_adjustments", "provider_transactions",
    "roster_counts", "subscription_facts",
}  # fmt: skip


async def names(db: Db, sql: str) -> set[str]:
    return {row["relname"] for row in await db.connection.fetch(sql)}


async def test_rows_of_an_account_say_whose_they_are(db: Db):
    assert await names(db, WITHOUT_ACCOUNT) == OF_THE_VENDOR_TOO


async def test_references_stay_within_an_account(db: Db):
    found = {(row["relname"], row["other"]) for row in await db.connection.fetch(REFERENCES)}
    assert found == BY_ID_ALONE | {(table, "roles") for table in ROLES}


async def test_unique_indexes_include_the_tenant(db: Db):
    assert await names(db, UNIQUE) == FOUND_BEFORE_THE_ACCOUNT | WITHIN_ONE_OF_ITS_ROWS


async def test_ids_meet_in_no_account(db: Db):
    """UUIDs are unique wherever they are made, so `tenant_id` may join them in the key at any time."""
    assert await names(db, PRIMARY) == NO_ID
