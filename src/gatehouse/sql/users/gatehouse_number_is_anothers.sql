-- Whether another user has verified this phone number, without saying which user.
-- test: tests/identity/test_phone_numbers.py::test_one_number_belongs_to_one_account
create or replace function gatehouse_number_is_anothers(number text, person uuid) returns boolean language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
  taken boolean;
begin
  perform set_config('gatehouse.scope', 'system', true);
  taken := exists (
    select from phone_numbers n
    where n.phone_number = number and n.verified_at is not null and n.user_id <> person
  );
  perform set_config('gatehouse.scope', scope, true);
  return taken;
end $$;
