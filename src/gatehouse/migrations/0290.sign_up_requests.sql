-- depends: 0236.paying_organizations
-- What was said at a sign-up, one row for each company that it opened or joined, until the user proves the address.
-- Several sign-ups may name one address, and only one of them is its owner's.

create table sign_up_requests (
  tenant_id uuid not null,
  user_id uuid not null,
  name text not null,
  company_name text not null,
  phone_number text,
  metadata jsonb not null default '{}',
  opened_company boolean not null,
  created_at timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
comment on table sign_up_requests is 'sign-ups with an address that is not verified yet';
comment on column sign_up_requests.opened_company is
  'the sign-up opened the tenant; false where the tenant was there before';
create index sign_up_requests_by_user on sign_up_requests (user_id);
call gatehouse_keep_to_system('sign_up_requests');

insert into sign_up_requests (tenant_id, user_id, name, company_name, phone_number, metadata, opened_company, created_at)
select m.tenant_id, m.user_id, u.name, t.name, u.phone_number,
  case when u.metadata_claimed then u.metadata else '{}' end,
  exists (
    select from audits a
    where a.tenant_id = m.tenant_id and a.action = 'tenant.created' and a.actor_user_id = m.user_id),
  m.created_at
from users u
join memberships m on m.user_id = u.id and m.invited_by is null
join tenants t on t.id = m.tenant_id
where not u.verified and exists (
  select from audits a
  where a.tenant_id = m.tenant_id and a.action = 'user.signed_up' and a.actor_user_id = m.user_id);
