"""Statements on the applications of a tenant and its members."""

from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID, uuid5

from gatehouse.directory.applications.schemas import ActiveTenantOfApp, TenantApplicationOut
from gatehouse.directory.people.membership_queries import BOTH_MEMBERSHIPS
from gatehouse.kit.db import Command, Query
from gatehouse.vendor.applications import AccessType


@dataclass(frozen=True, slots=True)
class ApplicationAssignment:
    """A user who may use an application with managed access."""

    application_id: UUID
    tenant_id: UUID
    user_id: UUID
    created_at: datetime

    @property
    def user_tenant_id(self) -> UUID:
        """A stable id of the membership."""
        return uuid5(self.tenant_id, str(self.user_id))


@dataclass(frozen=True, slots=True)
class TenantAssignment:
    tenant_id: UUID
    application_id: UUID
    access_type: AccessType


# Applications of tenant $1: the default one, those assigned to it, and those with free access.
OF_TENANT = Query(
    TenantApplicationOut,
    """
    select a.id, a.name, case when a.is_default then 'FREE_ACCESS'
        else coalesce(t.access_type, a.access_type) end as access_type,
      a.is_default, a.is_active, a.app_url, a.login_url, a.logo_url, a.platform, a.frontend_stack,
      a.description, a.created_at, a.updated_at
    from applications a
    left join application_tenants t on t.application_id = a.id and t.tenant_id = $1
    where a.is_active and a.type <> 'machine'
      and (a.is_default or t.tenant_id is not null or a.access_type = 'FREE_ACCESS')
    order by not a.is_default, lower(a.name), a.id limit 1000
    """,
)

# Returns new assignments only.
ASSIGN = Query(
    ApplicationAssignment,
    """
    insert into application_users (tenant_id, user_id, application_id, created_at)
    select $1, person, application, $4 from unnest($2::uuid[]) person, unnest($3::uuid[]) application
    on conflict do nothing
    returning application_id, tenant_id, user_id, created_at
    """,
)
ASSIGNED = Query(
    ApplicationAssignment,
    """
    select application_id, tenant_id, user_id, created_at from application_users
    where tenant_id = $1 and user_id = any ($2::uuid[]) and application_id = any ($3::uuid[])
    order by application_id, user_id
    """,
)

UNASSIGN = Query(
    ApplicationAssignment,
    """
    delete from application_users
    where tenant_id = $1 and user_id = any ($2::uuid[]) and application_id = any ($3::uuid[])
    returning application_id, tenant_id, user_id, created_at
    """,
)

# The limit exceeds what a client reads at once.
OF_USERS = Query(
    ApplicationAssignment,
    """
    select application_id, tenant_id, user_id, created_at from application_users
    where tenant_id = $1 and user_id = any ($2::uuid[])
    order by user_id, application_id limit 10000
    """,
)
OF_APPLICATIONS = Query(
    ApplicationAssignment,
    """
    select application_id, tenant_id, user_id, created_at from application_users
    where tenant_id = $1 and application_id = any ($2::uuid[])
    order by application_id, user_id limit 10000
    """,
)

# The tenants that user $1 has chosen and may still use at the time $2; for the default application the user's
# default tenant.
ACTIVE = Query(
    ActiveTenantOfApp,
    """
    with chosen as (
      select c.application_id, c.tenant_id from application_active_tenants c where c.user_id = $1
      union all
      select a.id, u.default_tenant_id from applications a cross join users u
      where a.is_default and u.id = $1
    )
    select c.application_id, c.tenant_id from chosen c
    join memberships_in_force m on m.tenant_id = c.tenant_id and m.user_id = $1 and m.until > $2
    where gatehouse_admits(c.application_id, c.tenant_id, $1)
    order by c.application_id limit 1000
    """,
)

MAY_ACT = Query(
    bool,
    """
    select gatehouse_admits($1, $2, $3) and exists (
      select from memberships_in_force m where m.tenant_id = $2 and m.user_id = $3 and m.until > $4
    ) as may_act
    """,
)

SET_ACTIVE = Command(
    """
    insert into application_active_tenants (user_id, application_id, tenant_id, updated_at)
    values ($1, $2, $3, $4)
    on conflict (user_id, application_id) do update set tenant_id = $3, updated_at = $4
    """
)


_COLUMNS: LiteralString = "tenant_id, application_id, access_type"

# The limit exceeds what a backend reads at once; filters narrow the list down.
LIST = Query(
    TenantAssignment,
    f"""
    select {_COLUMNS} from application_tenants
    where ($1::uuid[] is null or application_id = any ($1)) and ($2::uuid[] is null or tenant_id = any ($2))
      and ($3::text is null or access_type = $3)
    order by tenant_id, application_id limit 10000
    """,
)
TENANTS_OF = Query(
    UUID,
    """
    select tenant_id from application_tenants where application_id = $1
    order by created_at, tenant_id limit 10000
    """,
)
SAVE = Query(
    bool,
    """
    insert into application_tenants (application_id, tenant_id, access_type, created_at)
    values ($1, $2, $3, $4)
    on conflict (application_id, tenant_id) do update set access_type = $3
    returning created_at = $4 as is_new
    """,
)
CHANGE = Query(
    bool,
    """
    update application_tenants set access_type = $3 where application_id = $1 and tenant_id = $2
    returning true as changed
    """,
)
# Also deletes the users' assignments there: assigned to the tenant again, the application has none.
DELETE = Query(
    bool,
    """
    with people as (delete from application_users where tenant_id = $2 and application_id = $1)
    delete from application_tenants where application_id = $1 and tenant_id = $2 returning true as gone
    """,
)

MERGE_APPLICATIONS = Command(
    f"""
    insert into application_users (tenant_id, user_id, application_id, created_at)
    select p.tenant_id, $2, p.application_id, p.created_at from {BOTH_MEMBERSHIPS}
    join application_users p on p.tenant_id = a.tenant_id and p.user_id = a.user_id
    where a.user_id = $1
    on conflict do nothing
    """
)

# Only applications that are assigned to the target tenant as well.
COPY_APPLICATIONS = Command(
    """
    insert into application_users (tenant_id, user_id, application_id, created_at)
    select $2, a.user_id, a.application_id, a.created_at from application_users a
    join application_tenants t on t.tenant_id = $2 and t.application_id = a.application_id
    where a.tenant_id = $1 and a.user_id = any ($3::uuid[])
    on conflict do nothing
    """
)


# In tenant $2, or in any if $2 is null.
USERS_OF = Query(
    UUID,
    """
    select distinct user_id from application_users
    where application_id = $1 and ($2::uuid is null or tenant_id = $2) order by user_id limit 10000
    """,
)
APPLICATIONS_OF = Query(
    UUID,
    """
    select distinct u.application_id from memberships m
    join application_users u on u.tenant_id = m.tenant_id and u.user_id = m.user_id
    where m.user_id = $1 and ($2::uuid is null or m.tenant_id = $2) order by u.application_id limit 10000
    """,
)
