"""The ceiling's statements: what the product reads and writes, in as few round trips as possible."""

# The session lives, the membership is in force, and what `me` shows.
ME = """
select u.id, u.email, u.name, u.phone_number, u.profile_picture_url, u.metadata, u.verified,
  u.mfa_enrolled, u.provider, u.created_at, u.last_login_at, m.tenant_id, m.managed_by,
  array_agg(distinct r.key) as roles, array_agg(distinct p.key) as permissions
from sessions s
join memberships m on m.tenant_id = s.tenant_id and m.user_id = s.user_id and not m.is_disabled
join users u on u.id = s.user_id
left join membership_roles mr on mr.tenant_id = m.tenant_id and mr.user_id = m.user_id
left join roles r on r.id = mr.role_id
left join role_permissions rp on rp.role_id = r.id
left join permissions p on p.id = rp.permission_id
where s.id = $1 and s.user_id = $2 and s.tenant_id = $3
  and s.ended_at is null and s.expires_at > now()
group by u.id, m.tenant_id, m.user_id
"""

# Using a token once, its successor and the session's last use, in one statement. A token used
# twice gives no row.
REFRESH = """
with used as (
  update refresh_tokens set used_at = now()
  where token_hash = $1 and used_at is null returning session_id
), following as (
  insert into refresh_tokens (token_hash, session_id, created_at)
  select $2, session_id, now() from used
)
update sessions set last_used_at = now() from used
where id = used.session_id and ended_at is null and expires_at > now()
returning user_id, tenant_id, id
"""

USERS = """
select u.id, u.email, u.name, u.profile_picture_url, u.metadata, u.verified, u.provider,
  u.created_at, u.last_login_at, m.managed_by, m.is_disabled,
  (select array_agg(role_id) from membership_roles mr
   where mr.tenant_id = m.tenant_id and mr.user_id = m.user_id) as roles
from memberships m join users u on u.id = m.user_id
where m.tenant_id = $1 and ($2 = '%%' or u.name || ' ' || u.email ilike $2)
order by m.created_at desc, m.user_id desc limit $3 offset $4
"""

USERS_TOTAL = """
select count(*) from memberships m join users u on u.id = m.user_id
where m.tenant_id = $1 and ($2 = '%%' or u.name || ' ' || u.email ilike $2)
"""

LICENSES = """
select l.*, count(s.id) as seats from licenses l
left join license_seats s on s.license_id = l.id
where l.tenant_id = $1 group by l.id order by l.created_at, l.id
"""
