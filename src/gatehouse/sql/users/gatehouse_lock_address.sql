-- Locks an address until the transaction ends. A new user takes the shared lock and a verification of a
-- further address the exclusive one, so that an address cannot go to two users at once.
-- test: tests/identity/test_email_addresses.py::test_of_two_who_take_an_address_at_once_one_gets_it
create or replace function gatehouse_lock_address(address text, shared boolean) returns void language plpgsql as $$
declare
  bucket int := abs(hashtext(address)::bigint) % 256;
begin
  if shared then
    perform pg_advisory_xact_lock_shared(1969840000, bucket);
  else
    perform pg_advisory_xact_lock(1969840000, bucket);
  end if;
end $$;
