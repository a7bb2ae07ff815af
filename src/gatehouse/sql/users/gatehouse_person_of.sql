-- The id of the user who has this address, as the primary one or verified besides. Looks in every tenant,
-- whatever the scope: an address belongs to one user.
-- test: tests/identity/test_email_addresses.py::test_a_further_address_signs_in_once_it_is_proved
create or replace function gatehouse_person_of(address text) returns uuid language plpgsql stable as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
  found_id uuid;
begin
  perform set_config('gatehouse.scope', 'system', true);
  select u.id into found_id from users u where u.email = address;
  if found_id is null then
    select e.user_id into found_id from user_emails e
    where e.email = address and e.verified_at is not null;
  end if;
  perform set_config('gatehouse.scope', scope, true);
  return found_id;
end $$;
