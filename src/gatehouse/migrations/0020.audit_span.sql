-- depends: 0019.system_tables
-- The audit says in full who acted. Its rows so far become the first of its partitions (0022), for which
-- PostgreSQL has to know from when to when they are: the months from the oldest row to two months from now.
alter table audits add column actor_kind text, add column impersonator_id uuid;

do $$
declare
  first timestamp;
  last timestamp;
begin
  select date_trunc('month', least(min(created_at), now()) at time zone 'UTC'),
    date_trunc('month', greatest(max(created_at), now()) at time zone 'UTC') + interval '2 months'
  into first, last from audits;
  execute format(
    'alter table audits add constraint audits_span check (created_at >= %L and created_at < %L) not valid',
    first at time zone 'UTC', last at time zone 'UTC'
  );
end $$;
