-- Adds new memberships to the member index `roster`, once a statement. The lateral join looks up each row
-- by its key, whatever number of rows the planner expects.
-- test: tests/kit/test_triggers.py::test_a_new_membership_is_in_the_member_index
create or replace function index_member() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  perform set_config('gatehouse.scope', 'system', true);
  insert into roster (tenant_id, user_id, name, email, verified, mfa_enrolled, provider, created_at,
    joined_at, last_login_at, activated, is_disabled, temporary_expires_at, managed_by, password_breached)
  select s.tenant_id, s.user_id, s.name, s.email, s.verified, s.mfa_enrolled, s.provider, s.created_at,
    s.joined_at, s.last_login_at, s.activated, s.is_disabled, s.temporary_expires_at, s.managed_by,
    c.activated and not c.is_disabled and exists (
      select from passwords p where p.user_id = c.user_id and p.breached_at is not null
    )
  from changed c
  cross join lateral (
    select * from roster_source r where r.tenant_id = c.tenant_id and r.user_id = c.user_id offset 0
  ) s;
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;

create or replace trigger roster_enroll after insert on memberships referencing new table as changed
  for each statement execute function index_member();
