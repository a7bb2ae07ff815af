-- depends: 0122.login_boxes
-- What waits until others have said yes: who is asked by which flow, and what they answered.

create table approval_flows (
  id uuid primary key,
  tenant_id uuid references tenants (id) on delete cascade,
  name text not null,
  description text,
  is_active boolean not null,
  channels jsonb not null,
  configuration jsonb not null,
  steps jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column approval_flows.tenant_id is 'null: of every account';
call gatehouse_protect('approval_flows');
create index approval_flows_by_tenant on approval_flows (tenant_id);

create table approvals (
  id uuid primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  flow_id uuid not null references approval_flows (id) on delete cascade,
  requester_id uuid not null,
  name text not null,
  description text,
  configuration jsonb not null,
  steps jsonb not null,
  step integer not null,
  execution_data jsonb,
  webhook_url text,
  status text not null check (status in ('pending', 'approved', 'rejected', 'expired')),
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  approves_at timestamptz,
  reminds_at timestamptz,
  due_at timestamptz not null,
  decided_at timestamptz,
  foreign key (tenant_id, requester_id) references memberships (tenant_id, user_id) on delete cascade
);
comment on column approvals.steps is 'as they were when it was asked: id, and how many must say yes';
comment on column approvals.step is 'the place in steps whose turn it is, from 0';
comment on column approvals.due_at is 'the first of what time brings: the end, a yes by itself, a reminder';
call gatehouse_protect('approvals');
create index approvals_due on approvals (due_at) where status = 'pending';
create index approvals_by_age on approvals (requested_at);
create index approvals_by_flow on approvals (flow_id);
create index approvals_by_requester on approvals (tenant_id, requester_id);

create table approval_approvers (
  id uuid primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  approval_id uuid not null references approvals (id) on delete cascade,
  step_id uuid not null,
  user_id uuid,
  email text,
  phone_number text,
  by_role boolean not null,
  token_hashes text[] not null default '{}',
  approved boolean,
  answered_at timestamptz
);
comment on column approval_approvers.user_id is 'null: nobody of ours has this address or number';
comment on column approval_approvers.token_hashes is 'of the links that were sent; any of them may answer, once';
call gatehouse_protect('approval_approvers');
create index approval_approvers_of on approval_approvers (approval_id, step_id);
create index approval_approvers_by_tenant on approval_approvers (tenant_id);
