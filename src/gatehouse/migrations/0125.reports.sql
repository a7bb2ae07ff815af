-- depends: 0124.relations
-- Which reports an account has mailed to its administrators, and when the next is due.

create table report_schedules (
  tenant_id uuid not null references tenants (id) on delete cascade,
  template text not null,
  cadence text not null check (cadence in ('daily', 'weekly', 'monthly')),
  timezone text not null,
  days integer not null,
  is_active boolean not null,
  next_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, template)
);
comment on column report_schedules.days is 'how many days a report looks back';
call gatehouse_protect('report_schedules');
create index report_schedules_due on report_schedules (next_at) where is_active;
