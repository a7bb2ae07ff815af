-- depends: 0102.slack
-- What people are told of in the product itself, and what each has done with it.

create table bell_notifications (
  id uuid primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_id uuid,
  event_id uuid not null,
  event_key text not null,
  title text not null,
  body text not null,
  severity text not null check (severity in ('Info', 'Medium', 'High', 'Critical', 'Error')),
  url text not null default '',
  created_at timestamptz not null,
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
comment on column bell_notifications.user_id is 'null: everybody of the tenant';
comment on column bell_notifications.event_id is 'of the audit row: nobody is notified of one event twice';
call gatehouse_protect('bell_notifications');
create unique index bell_notifications_once on bell_notifications (event_id, user_id) nulls not distinct;
create index bell_notifications_list on bell_notifications (tenant_id, created_at desc, id desc);
create index bell_notifications_by_person on bell_notifications (tenant_id, user_id) where user_id is not null;
create index bell_notifications_by_age on bell_notifications (created_at);

create table bell_states (
  tenant_id uuid not null,
  notification_id uuid not null references bell_notifications (id) on delete cascade,
  user_id uuid not null,
  status text not null check (status in ('read', 'unread', 'archived')),
  is_pinned boolean not null default false,
  updated_at timestamptz not null,
  primary key (notification_id, user_id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
call gatehouse_protect('bell_states');
create index bell_states_pinned on bell_states (tenant_id, user_id) where is_pinned;
create index bell_states_by_person on bell_states (tenant_id, user_id);
