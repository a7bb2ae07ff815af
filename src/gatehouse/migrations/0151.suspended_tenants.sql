-- depends: 0146.paid_invoices
-- The vendor keeps the people of an account out for a while; nothing of it is lost.

alter table tenants add column suspended_at timestamptz;
alter table tenants add column suspended_with uuid;
comment on column tenants.suspended_at is 'nobody acts there, until the vendor lets them again';
comment on column tenants.suspended_with is
  'the account whose suspension it is: itself, or one above it with which it is let again';

create or replace view memberships_in_force with (security_invoker = true) as
select m.tenant_id, m.user_id, m.created_at, m.last_seen_at, m.managed_by,
  m.sub_account_access_allowed, m.temporary_expires_at, m.sessions_from,
  coalesce(m.temporary_expires_at, 'infinity'::timestamptz) as until
from memberships m
join tenants t on t.id = m.tenant_id and t.deleted_at is null and t.suspended_at is null
where m.activated and not m.is_disabled
  and not exists (select from users l where l.id = m.user_id and l.locked_at is not null);
