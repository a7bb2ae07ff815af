"""Statements that move members of tenant $1 to tenant $2. They need the system scope."""

from gatehouse.directory.people.membership.models import MovedMember
from gatehouse.kit.db import Query

# The users $4 that are still members of tenant $1 move to $2, where no directory manages them; `joined`: they
# were not members there yet. Roles and groups of tenant $1 itself are not moved.
MOVE_MEMBERSHIPS = Query(
    MovedMember,
    """
    with moving as (
      select m.user_id, u.email from memberships m join users u on u.id = m.user_id
      where m.tenant_id = $1 and m.user_id = any ($4::uuid[])
      order by m.user_id for update of m
    ), moved as (
      insert into memberships (tenant_id, user_id, activated, is_disabled, temporary_expires_at,
        sub_account_access_allowed, invited_by, invited_name, invited_phone_number, invited_email, created_at)
      select $2, m.user_id, m.activated, m.is_disabled, m.temporary_expires_at,
        m.sub_account_access_allowed, m.invited_by, m.invited_name, m.invited_phone_number, m.invited_email,
        $3
      from memberships m join moving using (user_id) where m.tenant_id = $1
      on conflict do nothing returning user_id
    ), roles_moved as (
      insert into membership_roles (tenant_id, user_id, role_id)
      select $2, moved.user_id, mr.role_id from moved
      join membership_roles mr on mr.tenant_id = $1 and mr.user_id = moved.user_id
      join roles r on r.id = mr.role_id and r.tenant_id is null
    ), remembered as (
      insert into ended_memberships (tenant_id, user_id, ended_at)
      select $1, user_id, $3 from moving
      on conflict (tenant_id, user_id) do update set ended_at = $3
    )
    select user_id, email, user_id in (select user_id from moved) as joined from moving
    """,
)
