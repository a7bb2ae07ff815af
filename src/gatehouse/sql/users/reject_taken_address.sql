-- An address that another user has verified as a further one cannot become a primary address. A new user is
-- not inserted, as with `on conflict do nothing`; an update is refused.
-- test: tests/kit/test_triggers.py::test_no_user_is_added_with_the_verified_address_of_another
-- test: tests/kit/test_triggers.py::test_no_user_gets_the_verified_address_of_another
create or replace function reject_taken_address() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
  is_taken boolean;
begin
  perform gatehouse_lock_address(new.email, true);
  perform set_config('gatehouse.scope', 'system', true);
  select exists (
    select from user_emails e
    where e.email = new.email and e.verified_at is not null and e.user_id <> new.id
  ) into is_taken;
  perform set_config('gatehouse.scope', scope, true);
  if is_taken and tg_op = 'INSERT' then
    return null;
  elsif is_taken then
    raise unique_violation using message = 'the address is somebody else''s', constraint = 'users_email_key';
  end if;
  return new;
end $$;

create or replace trigger users_address_is_free before insert on users
  for each row execute function reject_taken_address();

create or replace trigger users_new_address_is_free before update of email on users
  for each row when (old.email is distinct from new.email) execute function reject_taken_address();
