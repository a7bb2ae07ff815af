-- Fails when the configuration has another version than the one that a request was decided with. It is part of the
-- message that opens a transaction, whose results are not read.
-- test: tests/configuration/test_version.py::test_a_transaction_does_not_open_with_another_version
create or replace function gatehouse_confirm_configuration(known bigint) returns void language plpgsql stable as $$
begin
  if not exists (select from public.common_version v where v.configuration_version = known) then
    raise exception 'the configuration has changed' using errcode = 'GH001';
  end if;
end $$;
