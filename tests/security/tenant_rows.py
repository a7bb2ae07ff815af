"""What belongs to a tenant, row by row, and a tenant that has a row of every kind."""

from uuid import UUID

from gatehouse.kit.db import Db


async def tenant_tables(db: Db) -> list[str]:
    rows = await db.connection.fetch(
        "select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid"
        " and a.attname = 'tenant_id' where c.relkind in ('r', 'p') and not c.relispartition"
        " and c.relnamespace = 'public'::regnamespace order by 1"
    )
    return [row["relname"] for row in rows]


async def rows_of(db: Db, tenant_id: UUID) -> dict[str, list[str]]:
    """Everything that belongs to the tenant, and its people."""
    found = {}
    for table in await tenant_tables(db):
        rows = await db.connection.fetch(
            f"select t::text as row from {table} t where tenant_id = $1 order by 1", tenant_id
        )
        found[table] = [row["row"] for row in rows]
    people = await db.connection.fetch(
        "select u::text as row from users u join memberships m on m.user_id = u.id"
        " where m.tenant_id = $1 order by 1",
        tenant_id,
    )
    return {**found, "users": [row["row"] for row in people]}


async def ids_of(db: Db, tenant_id: UUID) -> dict[str, str]:
    """One id of each kind that the tenant's rows hold: `table.column` to id. Those of the vendor, which
    every tenant may name, are left out."""
    columns = await db.connection.fetch(
        "select table_name, column_name from information_schema.columns"
        " where table_schema = 'public' and table_name = any ($1)"
        # A running number is no id: no route takes one.
        " and (data_type = 'uuid' or column_name ~ '(^|_)(id|fingerprint)$') and data_type <> 'bigint'",
        await tenant_tables(db),
    )
    shared = {
        row["id"] for row in await db.connection.fetch("select id from roles where tenant_id is null"
        " union all select id from permissions")
    }  # fmt: skip
    found = {}
    for table, column in columns:
        values = await db.connection.fetch(
            f"select distinct {column} as value from {table}"
            f" where tenant_id = $1 and {column} is not null",
            tenant_id,
        )
        own = [row["value"] for row in values if row["value"] not in shared]
        if own:
            found[f"{table}.{column}"] = str(own[0])
    return found


# $1 is the tenant, $2 one of its users. Every row that can has the id of that user: a request with it names
# a row of every table.
FILL = """
with organization as (
  update organizations set provider_customer_id = 'ctm_' || substr(md5(id::text), 1, 26)
  where tenant_id = $1 returning id, provider_customer_id
), license as (
  select l.id, l.organization_id from licenses l where l.tenant_id = $1
), seat as (
  insert into license_seats (id, tenant_id, license_id, holder, claimed_at, last_seen_at)
  select $2::uuid, $1, id, 'machine', now(), now() from license
), subscription as (
  insert into license_subscriptions (id, tenant_id, license_id, linked_at)
  select 'sub_' || substr(md5(id::text), 1, 26), $1, id, now() from license
  returning id, license_id
), fact as (
  insert into subscription_facts (tenant_id, subscription_id, updated_at, occurred_at, status)
  select $1, id, now(), now(), 'active' from subscription
), discount as (
  insert into license_discounts (tenant_id, license_id, discount_id, first_used_at)
  select $1, license_id, 'dsc_' || substr(md5(id), 1, 26), now() from subscription
), usage as (
  insert into license_usage (tenant_id, license_id, id, type, subject, at, received_at)
  select $1, license_id, 'use_' || substr(md5(id), 1, 26), 'session', 'ann', now(), now()
  from subscription
), signing_up as (
  insert into sign_up_requests (tenant_id, user_id, name, company_name, opened_company, created_at)
  values ($1, $2, 'Ann', 'Acme', true, now())
), calls as (
  insert into api_calls (tenant_id, month, calls) values ($1, current_date, 3)
), payment as (
  insert into provider_transactions (id, tenant_id, organization_id, status, origin, currency_code,
    provider_updated_at, provider_occurred_at)
  select 'txn_' || substr(md5(id::text), 1, 26), $1, organization_id, 'paid', 'web', 'USD', now(), now()
  from license
), adjustment as (
  insert into provider_adjustments (id, tenant_id, organization_id, transaction_id, action, status,
    currency_code, total, provider_updated_at, provider_occurred_at)
  select 'adj_' || substr(md5(id::text), 1, 26), $1, organization_id, 'txn_' || substr(md5(id::text), 1, 26),
    'refund', 'approved', 'USD', 100, now(), now()
  from license
), difference as (
  insert into payment_differences (id, tenant_id, organization_id, subscription_id, kind, provider, kept,
    found_at, seen_at)
  select $2::uuid, $1, organization_id, 'sub_' || substr(md5(id::text), 1, 26), 'unlicensed', '{}',
    '{}', now(), now()
  from license
), token as (
  insert into api_tokens (id, tenant_id, created_by, kind, description, secret_hash, created_at)
  values ($2::uuid, $1, $2, 'client_credentials', 'Import', 'hash', now()) returning id
), own_token as (
  insert into api_tokens (id, tenant_id, owner_id, kind, description, secret_hash, created_at)
  values (gen_random_uuid(), $1, $2, 'access_token', 'Mine', 'hash', now())
), token_role as (
  insert into api_token_roles (token_id, role_id, tenant_id)
  select token.id, r.id, $1 from token, roles r where r.tenant_id = $1
), token_permission as (
  insert into api_token_permissions (token_id, permission_id, tenant_id)
  select token.id, p.id, $1 from token, permissions p limit 1
), ended as (
  insert into ended_memberships (tenant_id, user_id, ended_at) values ($1, $2, now() - interval '1 d')
), made as (
  insert into groups (id, tenant_id, name, created_at, updated_at)
  values ($2::uuid, $1, 'Group', now(), now()) returning id
), gives as (
  insert into group_roles (tenant_id, group_id, role_id)
  select $1, made.id, r.id from made, roles r where r.tenant_id = $1 limit 1
), holds as (
  insert into group_members (tenant_id, group_id, user_id) select $1, id, $2 from made
), hook as (
  insert into webhooks (id, tenant_id, display_name, url, event_keys, is_active, created_at, updated_at)
  values ($2::uuid, $1, 'ERP', 'https://example.test', '{frontegg.group.created}', true, now(),
    now())
  returning id
), delivery as (
  insert into webhook_deliveries (id, tenant_id, webhook_id, event_id, event_key, body, status, created_at)
  select $2::uuid, $1, id, $2::uuid, 'frontegg.group.created', '{}', 'dead', now() from hook
), told as (
  insert into event_channels (tenant_id, channel, event_key, enabled, created_at, updated_at)
  values ($1, 'email', 'frontegg.group.created', true, now(), now()) returning channel, event_key
), subscribed as (
  insert into event_subscriptions (id, tenant_id, channel, event_key, name, enabled, recipients, created_at,
    updated_at)
  select $2::uuid, $1, channel, event_key, 'Staff', true, '{pat@example.test}', now(), now()
  from told
), triggered as (
  insert into triggered_events (id, tenant_id, event_key, created_at)
  values ($2::uuid, $1, 'invoices.overdue', now())
), told_of as (
  insert into event_messages (id, tenant_id, event_id, event_key, channel, recipient, status, created_at)
  select $2::uuid, $1, $2::uuid, event_key, channel, 'pat@example.test', 'sent', now()
  from told
), slack as (
  insert into slack_installations (id, tenant_id, team_id, team_name, sealed_token, created_at)
  values ($2::uuid, $1, $2::uuid::text, 'Acme', 'sealed', now())
), in_slack as (
  insert into slack_subscriptions (id, tenant_id, is_active, slack_events, created_at, updated_at)
  values ($2::uuid, $1, true, '[]', now(), now())
), notified as (
  insert into bell_notifications (id, tenant_id, event_id, event_key, title, body, severity, created_at)
  values ($2::uuid, $1, $2::uuid, 'invoices.overdue', 'Title', 'Body', 'Info', now())
  returning id
), seen as (
  insert into bell_states (tenant_id, notification_id, user_id, status, updated_at)
  select $1, id, $2, 'read', now() from notified
), connection as (
  insert into sso_connections (id, tenant_id, type, enabled, enforced, override_active_tenant,
    sso_endpoint, idp_entity_id, audience, sign_request, metadata_source, metadata_url, oidc_client_id,
    created_at, updated_at)
  values ($2::uuid, $1, 'saml', false, false, true, '', $2::uuid::text, '', false, 'form',
    '', $2::uuid::text, now(), now())
  returning id
), answered as (
  insert into saml_answers (tenant_id, connection_id, assertion_hash, code_hash, waits_until, expires_at)
  select $1, id, sha256(id::text::bytea), sha256(id::text::bytea), now(), now() from connection
), left_by as (
  insert into saml_sessions
    (id, tenant_id, connection_id, user_id, issuer, name_id, subject, created_at)
  select $2::uuid, $1, id, $2, '', $2::uuid::text, '{}', now() from connection
), left_openid_by as (
  insert into openid_sessions (id, tenant_id, connection_id, user_id, issuer, subject, created_at)
  select $2::uuid, $1, id, $2, '', $2::uuid::text, now() from connection
), pinned as (
  insert into sso_certificates
    (id, tenant_id, connection_id, pem, fingerprint, not_before, expires_at, created_at)
  select $2::uuid, $1, id, 'pem', $2::uuid::text, now(), now(), now() from connection
), tried as (
  insert into sso_tests (id, tenant_id, connection_id, session_id, checks, created_at, expires_at)
  select $2::uuid, $1, id, $2::uuid, '[]', now(), now() + interval '1 day' from connection
), domain as (
  insert into sso_domains (id, tenant_id, connection_id, domain, token, created_at)
  select $2::uuid, $1, id, 'theirs.example', 'token', now() from connection
), gives_by_sso as (
  insert into sso_connection_roles (tenant_id, connection_id, role_id)
  select $1, connection.id, r.id from connection, roles r where r.tenant_id = $1 limit 1
), sso_group as (
  insert into sso_groups (id, tenant_id, connection_id, name, created_at)
  select $2::uuid, $1, id, 'Engineers', now() from connection returning id
), sso_group_role as (
  insert into sso_group_roles (tenant_id, group_id, role_id)
  select $1, sso_group.id, r.id from sso_group, roles r where r.tenant_id = $1 limit 1
), given_by_sso as (
  insert into sso_given_roles (tenant_id, user_id, role_id)
  select $1, $2, r.id from roles r where r.tenant_id = $1 limit 1
), plan as (
  insert into plans (key, name, created_at, updated_at) values ($2::uuid::text, 'Plan', now(), now())
  returning id
), entitled as (
  insert into entitlements (id, tenant_id, user_id, plan_id, created_at, updated_at)
  select $2::uuid, $1, $2, id, now(), now() from plan
), impersonation as (
  insert into impersonations (id, token_hash, tenant_id, actor_id, actor_session_id, user_id, reason,
    created_at, expires_at)
  select $2::uuid, sha256(s.id::text::bytea), $1, $2, s.id, $2, 'Ticket', now(), now()
  from sessions s where s.user_id = $2 limit 1
), directory as (
  insert into scim_connections (id, tenant_id, name, source, sync_to_user_management, token_hash,
    token_made_at, created_at)
  values ($2::uuid, $1, 'Staff', 'okta', true, 'hash', now(), now()) returning id
), kept as (
  insert into scim_users (id, tenant_id, connection_id, user_id, user_name, active, document, created_at,
    updated_at)
  select $2::uuid, $1, id, $2, 'grace', true, '{}', now(), now() from directory
), kept_group as (
  insert into scim_groups (id, tenant_id, connection_id, created_at, updated_at)
  select made.id, $1, directory.id, now(), now() from made, directory
), console as (
  insert into applications (key, name, access_type)
  values ($2::uuid::text, 'Console of theirs', 'MANAGED_ACCESS') returning id
), console_given as (
  insert into application_tenants (application_id, tenant_id, access_type, created_at)
  select id, $1, 'MANAGED_ACCESS', now() from console
), console_used as (
  insert into application_users (tenant_id, user_id, application_id, created_at)
  select $1, $2, id, now() from console
), console_active as (
  insert into application_active_tenants (user_id, application_id, tenant_id, updated_at)
  select $2, id, $1, now() from console
), billed as (
  insert into billing_accounts (id, tenant_id, customer, order_id, created_at, updated_at)
  values ($2::uuid, $1, $2::uuid::text, $2::uuid, now(), now())
), subscribed_to as (
  insert into billing_subscriptions (id, tenant_id, external_id, item, status, price, started_at,
    period_starts_at, period_ends_at, cancels_at_period_end, created_at)
  values ($2::uuid, $1, $2::uuid::text, 'si_1', 'active', 'price_1', now(), now(),
    now() + interval '1 month', false, now())
), paid_by as (
  insert into billing_payment_methods (id, tenant_id, external_id, brand, last4, exp_month, exp_year, name,
    created_at)
  values ($2::uuid, $1, $2::uuid::text, 'visa', '4242', 12, 2030, 'Pat', now())
), invoiced as (
  insert into billing_invoices (id, tenant_id, external_id, status, currency, total, created_at)
  values ($2::uuid, $1, $2::uuid::text, 'paid', 'usd', 100, now())
), flow as (
  insert into approval_flows (id, tenant_id, name, is_active, channels, configuration, steps, created_at,
    updated_at)
  values ($2::uuid, $1, 'Delete', true, '{"email": true, "sms": false}', '{}', '[]', now(), now())
  returning id
), asked_for as (
  insert into approvals (id, tenant_id, flow_id, requester_id, name, configuration, steps, step, status,
    requested_at, expires_at, due_at)
  select $2::uuid, $1, id, $2, 'Delete', '{}', '[]', 0, 'approved', now(), now(), now() from flow
  returning id
), approver as (
  insert into approval_approvers (id, tenant_id, approval_id, step_id, user_id, by_role)
  select $2::uuid, $1, id, $2::uuid, $2, false from asked_for
), reported as (
  insert into report_schedules (tenant_id, template, cadence, timezone, days, is_active, next_at, created_at,
    updated_at)
  values ($1, 'activity', 'weekly', 'UTC', 7, false, now(), now(), now())
), box as (
  insert into login_boxes (tenant_id, configuration, updated_at) values ($1, '{}', now())
), sealed_block as (
  insert into audit_blocks (tenant_id, number, first_at, last_at, entries, digests, previous, mac, created_at)
  values ($1, 1, now(), now(), '{}', '', '', '', now())
), to_erase as (
  insert into deleted_tenants (tenant_id, deleted_with, deleted_at, erase_at)
  values ($1, $1, now(), now() + interval '100 years')
), configured as (
  insert into group_configurations (tenant_id, enabled, roles_enabled, updated_at)
  values ($1, true, true, now())
),
brought as (
  insert into user_import_news (import_id, tenant_id, people, told_from)
  values ($2::uuid, $1, 3, now() + interval '1 d')
)
insert into action_tokens (token_hash, purpose, user_id, tenant_id, expires_at, created_at)
values (sha256($2::uuid::text::bytea), 'invite', $2, $1, now() + interval '1 d', now())
"""
