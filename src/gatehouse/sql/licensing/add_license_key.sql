-- Each license that is created with a key has the hash of that key in `license_keys`, where calls of the
-- license API look it up.
-- test: tests/kit/test_triggers.py::test_the_key_of_a_new_license_is_found_by_its_hash
create or replace function add_license_key() returns trigger language plpgsql as $$
begin
  insert into license_keys (id, tenant_id, license_id, key_hash, created_at)
  values (gen_random_uuid(), new.tenant_id, new.id, sha256(convert_to(new.key, 'UTF8')), new.created_at);
  return null;
end $$;

create or replace trigger keep_license_key after insert on licenses
  for each row when (new.key is not null) execute function add_license_key();
