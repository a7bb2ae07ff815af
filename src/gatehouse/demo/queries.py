"""History that no service makes: the demo's past."""

from dataclasses import dataclass
from typing import LiteralString
from uuid import UUID

from gatehouse.kit.db import Command, Query

HAS_USERS = Query(bool, "select exists (select from users) as has_users")

# Joined, seen and signed in at some time in the past, so that sorting shows something.
AGE_MEMBER = Command(
    """
    with aged as (
      update memberships set created_at = $3, last_seen_at = $4, activated = $4::timestamptz is not null
      where tenant_id = $1 and user_id = $2
    )
    update users set created_at = $3, last_login_at = $4 where id = $2
    """
)
AGE_TENANT = Command("update tenants set created_at = $2 where id = $1")
LET_BELOW = Command(
    "update memberships set sub_account_access_allowed = true where tenant_id = $1 and user_id = $2",
)

ADD_PAST_AUDIT = Command(
    """
    insert into audits (id, tenant_id, created_at, action, severity, description, actor_user_id, actor_email,
      ip, user_agent, data, actor_kind)
    select $1, $2, $3, $4, $5, $6, (select id from users where email = $7), $7, $8, $9, $10,
      case when $7::text is null then 'system' else 'user' end
    """
)


@dataclass(frozen=True, slots=True)
class PaidLicense:
    id: UUID
    organization_id: UUID


PAID_LICENSE = Query(
    PaidLicense,
    "select id, organization_id from licenses where tenant_id = $1 and not is_trial limit 1",
)
ADD_SEAT = Command(
    "insert into license_seats (id, tenant_id, license_id, kind, holder, name, hostname, version,"
    " claimed_at, last_seen_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing"
)
ADD_TRIAL = Command(
    "insert into licenses (id, tenant_id, organization_id, name, license_type, is_trial, max_seats,"
    " key, fingerprint, valid_to, created_at, updated_at)"
    " values ($1, $2, $3, $4, 'trial', true, $5, $6, $7, $8, $9, $9)"
)
HAS_TRIAL = Query(
    bool, "select exists(select from licenses where tenant_id = $1 and name = $2) as found"
)

# The default tenant of the user with the address $1.
_HOME: LiteralString = """home as (
      select default_tenant_id as tenant_id from users
      where email = $1 and default_tenant_id is not null
    )"""


# Groups in the user's default tenant; nothing when it has groups. Each group has every n-th member.
ADD_GROUPS = Command(
    f"""
    with {_HOME}, made as (
      insert into groups (id, tenant_id, name, color, description, managed_by, created_at, updated_at)
      select gen_random_uuid(), home.tenant_id, g.name, g.color, g.description, g.managed_by,
        $2::timestamptz - g.age, $2::timestamptz - g.age
      from home, (values
        ('Support', '#2f6fde', 'Answers customers, and looks into their accounts', 'frontegg',
         '58 d'::interval),
        ('Engineering', '#2f9e44', 'Builds and runs the product', 'frontegg', '58 d'),
        ('Accounting', '#d9a406', 'Bills and renewals', 'frontegg', '12 d'),
        ('Everybody at Acme', '#7950f2', 'Kept by the company directory', 'scim2', '30 d')
      ) as g (name, color, description, managed_by, age)
      where not exists (select from groups x where x.tenant_id = home.tenant_id)
      returning id, tenant_id, name, managed_by
    ), gives as (
      insert into group_roles (tenant_id, group_id, role_id)
      select made.tenant_id, made.id, r.id from made join roles r on r.tenant_id is null
        and r.key = case when made.name = 'Support' then 'Editor' else 'ReadOnly' end
    )
    insert into group_members (tenant_id, group_id, user_id)
    select made.tenant_id, made.id, m.user_id
    from made
    join (
      select m.tenant_id, m.user_id, row_number() over (order by u.email) as place
      from memberships m join users u on u.id = m.user_id, home where m.tenant_id = home.tenant_id
    ) m on m.tenant_id = made.tenant_id and (made.managed_by = 'scim2'
      or m.place % 6 = case made.name when 'Support' then 1 when 'Engineering' then 2 else 3 end)
    """
)

# API tokens in the user's default tenant; nothing when it has tokens. Their secrets are unknown, so they
# cannot be used.
ADD_TOKENS = Command(
    """
    with home as (
      select id as user_id, default_tenant_id as tenant_id from users
      where email = $1 and default_tenant_id is not null
    ), made as (
      insert into api_tokens
        (id, tenant_id, owner_id, created_by, kind, description, secret_hash,
         created_at, expires_at, last_used_at)
      select gen_random_uuid(), home.tenant_id, case when t.is_personal then home.user_id end,
        home.user_id, 'client_credentials', t.description, sha256(gen_random_uuid()::text::bytea),
        $2::timestamptz - t.age, $2::timestamptz + t.remaining, $2::timestamptz - t.unused
      from home, (values
        ('Nightly import from the CRM', false, '70 d'::interval, null::interval, '6 h'::interval),
        ('Usage report for finance', false, '33 d', '57 d', '4 d'),
        ('Trial of the new warehouse', false, '5 d', '2 d', null),
        ('Command line on my laptop', true, '21 d', '69 d', '19 h'),
        ('Spreadsheet of licenses', true, '2 d', null, null)
      ) as t (description, is_personal, age, remaining, unused)
      where not exists (select from api_tokens x where x.tenant_id = home.tenant_id)
      returning id, tenant_id, owner_id, description
    )
    insert into api_token_roles (token_id, role_id, tenant_id)
    select made.id, r.id, made.tenant_id
    from made join roles r on r.tenant_id is null
      and r.key = case when made.description like 'Nightly%' then 'Editor' else 'ReadOnly' end
    where made.owner_id is null
    """
)

# Access restrictions of the user's default tenant, once. They lock no demo user out: the list of addresses is
# off, and the domains belong to no demo user.
ADD_RESTRICTIONS = Command(
    """
    with home as (
      insert into entry_rules (tenant_id, updated_at, domain_active, domain_strategy)
      select default_tenant_id, $2, true, 'BLOCK' from users
      where email = $1 and default_tenant_id is not null
      on conflict (tenant_id) do nothing
      returning tenant_id
    ), addresses as (
      insert into ip_restrictions
        (id, tenant_id, network, strategy, is_active, description, created_at, updated_at)
      select gen_random_uuid(), home.tenant_id, a.network, 'ALLOW', true, a.description,
        $2::timestamptz - a.age, $2::timestamptz - a.age
      from home, (values
        ('203.0.113.0/24'::cidr, 'Office in Berlin', interval '40 days'),
        ('198.51.100.7/32', 'VPN', interval '38 days'),
        ('2001:db8:40::/48', 'Office in Lisbon', interval '6 days')
      ) as a (network, description, age)
    )
    insert into email_domain_restrictions (id, tenant_id, domain, strategy, created_at)
    select gen_random_uuid(), home.tenant_id, d.domain, 'BLOCK', $2
    from home, (values ('rival.example'), ('throwaway.example')) as d (domain)
    """
)

# The vendor's applications beside the default one; every third member of the tenant uses the first.
ADD_APPLICATIONS = Command(
    f"""
    with {_HOME}, flag as (
      insert into feature_flags (name, is_on) values ('multi-apps-admin-portal', true)
      on conflict do nothing
    ), made as (
      insert into applications (key, name, access_type, description, created_at, updated_at)
      values
        ('analytics', 'Analytics', 'MANAGED_ACCESS', 'Reports for those who plan', $2, $2),
        ('console', 'Operations console', 'MANAGED_ACCESS', 'For who is on call', $2, $2),
        ('academy', 'Academy', 'FREE_ACCESS', 'Courses for everybody', $2, $2)
      on conflict do nothing
      returning id, key, access_type
    ), given as (
      insert into application_tenants (application_id, tenant_id, access_type, created_at)
      select made.id, home.tenant_id, made.access_type, $2 from made, home
    )
    insert into application_users (tenant_id, user_id, application_id, created_at)
    select m.tenant_id, m.user_id, made.id, $2
    from made
    join (
      select m.tenant_id, m.user_id, row_number() over (order by u.email) as place
      from memberships m join users u on u.id = m.user_id, home where m.tenant_id = home.tenant_id
    ) m on m.place % 3 = 1 or (made.key = 'console' and m.place < 5)
    where made.access_type = 'MANAGED_ACCESS'
    """
)

# An application of another company, and these users' consents to share their identity with it.
ADD_CONSENTS = Command(
    """
    with made as (
      insert into applications (key, name, type, redirect_uris, app_url, description, created_at, updated_at)
      values ('ledgerly', 'Ledgerly', 'oauth', '{https://ledgerly.example/callback}',
        'https://ledgerly.example', 'Bookkeeping of another company', $2, $2)
      on conflict do nothing
      returning id
    )
    insert into oauth_consents (user_id, application_id, scopes, created_at, updated_at)
    select u.id, made.id, '{email,openid}', $2::timestamptz - '9 d'::interval,
      $2::timestamptz - '9 d'::interval
    from made join users u on u.email = any ($1::text[])
    """
)

# Of the same tenant; nothing when its bell has rung.
ADD_NOTIFICATIONS = Command(
    f"""
    with {_HOME}
    insert into bell_notifications
      (id, tenant_id, event_id, event_key, title, body, severity, created_at)
    select gen_random_uuid(), home.tenant_id, gen_random_uuid(), n.key, n.title, n.body, n.severity,
      $2::timestamptz - n.age
    from home, (values
      ('maintenance.planned', 'Maintenance on Sunday',
       'From 06:00 to 06:20 UTC new sign-ins wait. Whoever is signed in notices nothing.', 'Info',
       '3 h'::interval),
      ('certificate.expiring', 'A certificate ends in 14 days',
       'Your identity provider signs with it. Renew it under Single sign-on.', 'Medium', '2 d'),
      ('audits.exported', 'The audit log was exported',
       'By admin@acme.test, 1,204 entries.', 'Info', '9 d')
    ) as n (key, title, body, severity, age)
    where not exists (select from bell_notifications x where x.tenant_id = home.tenant_id)
    """
)


def _insert_deliveries(tenant: LiteralString) -> LiteralString:
    """The deliveries `e` of the webhook `made`, each about an event in `tenant`."""
    return f"""insert into webhook_deliveries (id, tenant_id, webhook_id, event_id, event_key, body, status,
      attempts, status_code, answer, last_attempt_at, created_at)
    select gen_random_uuid(), made.tenant_id, made.id, e.id, e.key,
      json_build_object('id', e.id, 'eventKey', e.key, 'timestamp', $2::timestamptz - e.age,
        'eventContext', json_build_object('tenantId', {tenant}),
        'data', json_build_object('email', e.email, 'description', e.said, 'severity', 'Info'))::text,
      e.status, e.attempts, e.code, e.answer, $2::timestamptz - e.age, $2::timestamptz - e.age"""


# Switched off, because no receiver exists: the deliveries in its log are in the past.
ADD_WEBHOOK = Command(
    f"""
    with {_HOME}, made as (
      insert into webhooks (id, tenant_id, display_name, description, url, event_keys, is_active, invocations,
        created_at, updated_at)
      select gen_random_uuid(), home.tenant_id, 'Order desk', 'Opens an account there for every newcomer',
        'https://orders.acme.test/gatehouse',
        '{{frontegg.user.invitedToTenant,frontegg.user.removedFromTenant}}',
        false, 5, $2::timestamptz - interval '20 days', $2::timestamptz - interval '1 day'
      from home where not exists (select from webhooks x where x.tenant_id = home.tenant_id)
      returning id, tenant_id
    )
    {_insert_deliveries("made.tenant_id")}
    from made, (values
      (gen_random_uuid(), 'frontegg.user.invitedToTenant', 'uma.patel@acme.test',
       'Invited uma.patel@acme.test', 'delivered', 1, 200, 'Thank you', '26 h'::interval),
      (gen_random_uuid(), 'frontegg.user.removedFromTenant', 'viktor.novak@acme.test',
       'Removed viktor.novak@acme.test', 'delivered', 2, 200, 'Thank you', '4 d'),
      (gen_random_uuid(), 'frontegg.user.invitedToTenant', 'hugo.lindqvist@acme.test',
       'Invited hugo.lindqvist@acme.test', 'dead', 12, 503, 'The order desk is closed', '12 d')
    ) as e (id, key, email, said, status, attempts, code, answer, age)
    """
)
# The vendor's own, which heard of several accounts. It is off, so that nothing leaves the demo.
ADD_VENDOR_WEBHOOK = Command(
    f"""
    with made as (
      insert into webhooks (id, tenant_id, display_name, description, url, event_keys, is_active, invocations,
        created_at, updated_at)
      select gen_random_uuid(), $1, 'Data warehouse', 'Counts the people of every customer',
        'https://warehouse.gatehouse.test/events',
        '{{frontegg.user.invitedToTenant,frontegg.user.removedFromTenant}}',
        false, 4, $2::timestamptz - interval '30 days', $2::timestamptz - interval '1 day'
      where not exists (select from webhooks x where x.tenant_id = $1)
      returning id, tenant_id
    )
    {_insert_deliveries("t.id")}
    from made, (values
      (gen_random_uuid(), 'Acme', 'frontegg.user.invitedToTenant', 'uma.patel@acme.test',
       'Invited uma.patel@acme.test', 'delivered', 1, 200, 'Stored', '26 h'::interval),
      (gen_random_uuid(), 'Acme', 'frontegg.user.removedFromTenant', 'viktor.novak@acme.test',
       'Removed viktor.novak@acme.test', 'delivered', 1, 200, 'Stored', '4 d'),
      (gen_random_uuid(), 'Acme Labs', 'frontegg.user.invitedToTenant', 'mei.marques@acme-labs.test',
       'Invited mei.marques@acme-labs.test', 'delivered', 3, 200, 'Stored', '9 d'),
      (gen_random_uuid(), 'Acme Europe', 'frontegg.user.invitedToTenant', 'ben.conti@acme-europe.test',
       'Invited ben.conti@acme-europe.test', 'dead', 12, 503, 'The warehouse is closed', '12 d')
    ) as e (id, account, key, email, said, status, attempts, code, answer, age)
    join lateral (
      select id from tenants where name = e.account and deleted_at is null order by created_at, id limit 1
    ) t on true
    """
)
# For an event that does not occur in the demo, so that no mail is sent.
ADD_SUBSCRIPTION = Command(
    f"""
    with {_HOME}, told as (
      insert into event_channels (tenant_id, channel, event_key, enabled, created_at, updated_at)
      select home.tenant_id, 'email', 'gatehouse.sso_connection.certificate_ending', true, $2::timestamptz,
        $2::timestamptz
      from home where not exists (select from event_channels x where x.tenant_id = home.tenant_id)
      returning tenant_id, channel, event_key
    )
    insert into event_subscriptions (id, tenant_id, channel, event_key, name, enabled, recipients, created_at,
      updated_at)
    select gen_random_uuid(), told.tenant_id, told.channel, told.event_key, 'On-call staff', true,
      array[$1::text], $2::timestamptz, $2::timestamptz
    from told
    """
)

# Where the vendor has set nothing.
SHOW_IN_PORTAL = Command(
    """
    insert into metadata (entity_name, configuration, properties, created_at, updated_at)
    values ('adminBox', $1, '[]', $2, $2)
    on conflict (entity_name) do nothing
    """
)


@dataclass(frozen=True, slots=True)
class PlanHolder:
    """A tenant, or one user of it."""

    tenant_id: UUID
    user_id: UUID | None


# The oldest tenant of this name, and its member with this email, if one is given.
FIND_HOLDER = Query(
    PlanHolder,
    """
    select t.id as tenant_id, m.user_id from tenants t
    left join memberships m on m.tenant_id = t.id
      and m.user_id = (select id from users where email = $2::text)
    where t.name = $1 and t.deleted_at is null and ($2 is null or m.user_id is not null)
    order by t.created_at, t.id limit 1
    """,
)
FIND_APPLICATION = Query(UUID, "select id from applications where key = $1")

HAS_PLANS = Query(bool, "select exists (select from plans) as found")
ADD_PLAN = Command(
    """
    insert into plans (key, name, description, price_id, trial_days, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $6)
    """
)
# Of a plan that contains nothing yet: what the vendor has chosen stays.
BUNDLE_FEATURES = Command("update plans set features = $2 where key = $1 and features = '{}'")
SET_DEFAULT_PLAN = Command("update vendor set default_plan = $1 where default_plan is null")
# The vendor's own choice, once made, stays.
SHOW_USAGE = Command(
    "insert into feature_flags (name, is_on) values ('fe-usage-page', true) on conflict do nothing"
)
ADD_PAST_CALLS = Command(
    f"""
    with {_HOME}
    insert into api_calls (tenant_id, month, calls)
    select home.tenant_id, (date_trunc('month', $2::timestamptz at time zone 'UTC') - m.age)::date, m.calls
    from home, (values ('2 months'::interval, 3120), ('1 month', 21715), ('0', 14302)) as m (age, calls)
    where not exists (select from api_calls c where c.tenant_id = home.tenant_id)
    """
)
