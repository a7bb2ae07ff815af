-- Creates a user, whom the scope of a tenant would not show yet. Where the address is taken: with `or_find`
-- returns the user who has it, locked until the transaction ends, else returns nothing.
-- test: tests/directory/test_membership.py::test_a_user_who_is_being_invited_is_not_deleted
create or replace function gatehouse_add_person(
  address text, called text, phone text, facts jsonb, at timestamptz, or_find boolean
) returns setof users language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
  person users;
  wanted uuid;
begin
  perform set_config('gatehouse.scope', 'system', true);
  loop
    wanted := gatehouse_person_id(address);
    -- The user who had this address before keeps the id.
    if exists (select from users u where u.id = wanted) then
      wanted := gen_random_uuid();
    end if;
    insert into users (id, email, name, phone_number, metadata, created_at, updated_at)
    values (wanted, address, called, phone, facts, at, at)
    on conflict do nothing
    returning * into person;
    exit when found or not or_find;
    select * into person from users u where u.id = gatehouse_person_of(address) for no key update;
    exit when found;
  end loop;
  perform set_config('gatehouse.scope', scope, true);
  if person.id is not null then
    return next person;
  end if;
end $$;
