-- depends: 0014.sessions
-- What no tenant and no person may read: a transaction that is scoped to a tenant does not see it.

create procedure gatehouse_keep_to_system(kept regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', kept);
  execute format('alter table %s force row level security', kept);
  execute format('create policy system_only on %s using ((select gatehouse_scope()) is null)', kept);
end $$;

call gatehouse_keep_to_system('signing_keys');
call gatehouse_keep_to_system('refresh_tokens');
call gatehouse_keep_to_system('sign_in_attempts');
call gatehouse_keep_to_system('outgoing_messages');

-- Whoever has a mail sent adds it; only the job that sends it reads it.
create policy anybody_adds on outgoing_messages for insert with check (true);
