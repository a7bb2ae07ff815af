"""History that no service makes: the demo's past."""

from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.db import Command, Query

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
    "insert into license_seats (id, tenant_id, license_id, holder, claimed_at, last_seen_at)"
    " values ($1, $2, $3, $4, $5, $6) on conflict do nothing"
)
ADD_TRIAL = Command(
    "insert into licenses (id, tenant_id, organization_id, name, license_type, is_trial, max_seats,"
    " key, fingerprint, valid_to, created_at, updated_at)"
    " values ($1, $2, $3, $4, 'trial', true, $5, $6, $7, $8, $9, $9)"
)
HAS_TRIAL = Query(
    bool, "select exists(select from licenses where tenant_id = $1 and name = $2) as found"
)

# Of the tenant that this person belongs to; nothing when it has groups. A group of every so many people.
ADD_GROUPS = Command(
    """
    with home as (
      select default_tenant_id as tenant_id from users where email = $1
    ), made as (
      insert into groups (id, tenant_id, name, color, description, managed_by, created_at, updated_at)
      select gen_random_uuid(), home.tenant_id, g.name, g.color, g.description, g.managed_by, $2, $2
      from home, (values
        ('Support', '#2f6fde', 'Answers customers, and looks into their accounts', 'frontegg'),
        ('Engineering', '#2f9e44', 'Builds and runs the product', 'frontegg'),
        ('Finance', '#d9a406', 'Bills and renewals', 'frontegg'),
        ('Everybody at Acme', '#7950f2', 'Kept by the company directory', 'scim2')
      ) as g (name, color, description, managed_by)
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

# Where the vendor has set nothing.
SHOW_IN_PORTAL = Command(
    """
    insert into metadata (entity_name, configuration, properties, created_at, updated_at)
    values ('adminBox', $1, '[]', $2, $2)
    on conflict (entity_name) do nothing
    """
)
