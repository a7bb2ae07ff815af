-- Locks what the key stands for until the transaction ends. Another transaction that inserts the same key waits for the
-- end of this one although the row is deleted again, so no row remains. Processes of version 0.1 take the advisory lock
-- of the same key.
-- test: tests/kit/test_locks.py::test_a_lock_lasts_until_its_transaction_ends
create or replace function gatehouse_lock(locked bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(locked);
  insert into public.locks (key) values (locked);
  delete from public.locks where key = locked;
end $$;
