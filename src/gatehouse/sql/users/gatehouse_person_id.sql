-- The id of a new user, derived from the address and a secret key. A user who is created twice for the same
-- address has the same id both times, so an id does not reveal whether an account exists. Where the id was
-- retired with an erased or merged user, the address leads to the next one.
-- test: tests/erasure/test_person_erasure.py::test_no_user_gets_the_id_of_an_erased_user
create or replace function gatehouse_person_id(address text) returns uuid language plpgsql as $$
declare
  called bytea := convert_to(address, 'UTF8');
  id uuid;
  next bytea;
begin
  loop
    select encode(set_byte(set_byte(made, 6, get_byte(made, 6) & 15 | 64), 8, get_byte(made, 8) & 63 | 128), 'hex')::uuid
    into id from person_id_keys, substring(sha256(key || called) for 16) made;
    select s.seed into next from person_id_successors s where s.retired_hash = sha256(convert_to(id::text, 'UTF8'));
    exit when not found;
    called := next || convert_to(address, 'UTF8');
  end loop;
  return id;
end $$;
