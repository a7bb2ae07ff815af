-- depends: 0102.slack
-- What people are told of in the product itself, and what each has done with it.

create table notifications (
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
comment on column notifications.user_id is 'null: everybody of the tenant';
comment on column notifications.event_id is 'of the audit row: nobody is notified of one event twice';
call gatehouse_protect('notifications');
create unique index notifications_once on notifications (event_id, user_id) nulls not distinct;
create index notifications_list on notifications (tenant_id, created_at desc, id desc);
create index notifications_by_person on notifications (tenant_id, user_id) where user_id is not null;
create index notifications_by_age on notifications (created_at);

create table notification_states (
  tenant_id uuid not null,
  notification_id uuid not null references notifications (id) on delete cascade,
  user_id uuid not null,
  status text not null check (status in ('read', 'unread', 'archived')),
  is_pinned boolean not null default false,
  updated_at timestamptz not null,
  primary key (notification_id, user_id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
call gatehouse_protect('notification_states');
create index notification_states_pinned on notification_states (tenant_id, user_id) where is_pinned;
create index notification_states_by_person on notification_states (tenant_id, user_id);
