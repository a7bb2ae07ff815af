-- What the member index `roster` holds for each membership. Until the invitation is accepted, it shows what
-- the inviter entered and nothing of the user's account.
-- test: tests/directory/test_lists.py::test_a_renamed_person_is_found_by_the_new_name_and_address
create or replace view roster_source with (security_invoker = true) as
select m.tenant_id, m.user_id,
  case when m.activated then u.email else coalesce(m.invited_email, u.email) end as email,
  m.created_at as joined_at,
  lower(case when m.activated then u.name
    else coalesce(m.invited_name, split_part(coalesce(m.invited_email, u.email), '@', 1)) end) as name,
  m.activated and u.verified as verified,
  m.activated and u.mfa_enrolled as mfa_enrolled,
  case when m.activated then u.provider else 'local' end as provider,
  case when m.activated then u.created_at else m.created_at end as created_at,
  case when m.activated then u.last_login_at end as last_login_at,
  case when m.activated then translate(u.phone_number, ' ().-', '') end as phone,
  case when m.activated then nullif(u.metadata, '{}') end as metadata,
  m.activated, m.is_disabled, m.temporary_expires_at, m.managed_by
from memberships m
join users u on u.id = m.user_id and not u.invisible;
