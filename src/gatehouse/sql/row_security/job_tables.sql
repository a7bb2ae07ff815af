-- Jobs carry addresses and other data of users. The worker's connections have no scope and see all jobs;
-- transactions of a tenant or user add them by `gatehouse_enqueue` and see none.
-- test: tests/security/test_reach.py::test_no_table_shows_rows_of_other_tenants_or_users
create policy reach on pgqueuer using (
  (select current_setting('gatehouse.scope', true)) is null
  or (select current_setting('gatehouse.scope', true)) in ('', 'system')
);
create policy everything on pgqueuer to gatehouse_system using (true);
alter table pgqueuer enable row level security;
alter table pgqueuer force row level security;

create policy reach on pgqueuer_log using (
  (select current_setting('gatehouse.scope', true)) is null
  or (select current_setting('gatehouse.scope', true)) in ('', 'system')
);
create policy everything on pgqueuer_log to gatehouse_system using (true);
alter table pgqueuer_log enable row level security;
alter table pgqueuer_log force row level security;
