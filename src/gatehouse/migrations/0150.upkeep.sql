-- depends: 0146.paid_invoices
-- When somebody last made a backup, and compared the audit with its blocks; for the metrics.
create table upkeep (
  task text primary key,
  done_at timestamptz not null,
  found bigint not null
);
comment on column upkeep.found is 'bytes of a backup, findings in the audit';

call gatehouse_keep_to_system('upkeep');

-- A process that has a login of its own, and not the owner's, looks whether the schema is up to date.
grant select on schema_migrations to gatehouse_app;
