-- A change of a user reaches the member index of every tenant of the user, whatever the scope of the
-- transaction. The time of the last sign-in is updated once an hour at most.
-- test: tests/kit/test_triggers.py::test_a_change_of_a_user_reaches_the_member_index
create or replace function reindex_user() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  perform set_config('gatehouse.scope', 'system', true);
  if new.invisible then
    delete from roster where user_id = new.id and tenant_id in
      (select m.tenant_id from memberships m where m.user_id = new.id);
  elsif old.invisible then
    insert into roster (tenant_id, user_id, name, email, verified, mfa_enrolled, provider, created_at,
      joined_at, last_login_at, activated, is_disabled, temporary_expires_at, managed_by, password_breached)
    select s.tenant_id, s.user_id, s.name, s.email, s.verified, s.mfa_enrolled, s.provider, s.created_at,
      s.joined_at, s.last_login_at, s.activated, s.is_disabled, s.temporary_expires_at, s.managed_by,
      gatehouse_breached(s.tenant_id, s.user_id)
    from roster_source s where s.user_id = new.id;
  else
    perform gatehouse_refresh_roster(null, new.id);
  end if;
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;

create or replace trigger roster_follow_user
  after update of name, email, verified, mfa_enrolled, provider, last_login_at, invisible, phone_number,
    metadata on users
  for each row
  when ((old.name, old.email, old.verified, old.mfa_enrolled, old.provider, old.invisible,
         old.phone_number, old.metadata) is distinct from
        (new.name, new.email, new.verified, new.mfa_enrolled, new.provider, new.invisible,
         new.phone_number, new.metadata)
    or (old.last_login_at is distinct from new.last_login_at
        and (new.last_login_at between old.last_login_at and old.last_login_at + interval '1 hour')
          is not true))
  execute function reindex_user();
