-- Locks an address until the transaction ends, so that it cannot go to two users at once: that of a new user, and a
-- further one that is verified. Processes of version 0.1 take the advisory lock, which a new user shares with others.
-- test: tests/identity/test_email_addresses.py::test_of_two_who_take_an_address_at_once_one_gets_it
-- test: tests/kit/test_locks.py::test_a_new_user_and_a_verification_wait_for_each_other
create or replace function gatehouse_lock_address(address text, shared boolean) returns void language plpgsql as $$
declare
  bucket int := abs(hashtext(address)::bigint) % 256;
begin
  if shared then
    perform pg_advisory_xact_lock_shared(1969840000, bucket);
  else
    perform pg_advisory_xact_lock(1969840000, bucket);
  end if;
  perform gatehouse_lock(hashtextextended('address:' || address, 0));
end $$;
