-- depends: 0065.user_identifiers
-- What the vendor says of people: data of its own, whether they show a second factor, whether they are out.

alter table users add column vendor_metadata jsonb not null default '{}';
alter table users add column external_id text;
alter table users add column mfa_bypass boolean not null default false;
alter table users add column locked_at timestamptz;
comment on column users.external_id is 'what the vendor''s backends call the person; several may have the same';
comment on column users.mfa_bypass is 'no second factor is asked of the person, whatever tenants say';
comment on column users.locked_at is 'the vendor keeps the person out of every tenant';

-- Whom the vendor keeps out acts nowhere. They are few, and found in an index of their own.
create or replace view memberships_in_force with (security_invoker = true) as
select m.tenant_id, m.user_id, m.created_at, m.last_seen_at, m.managed_by,
  m.sub_account_access_allowed, m.temporary_expires_at, m.sessions_from,
  coalesce(m.temporary_expires_at, 'infinity'::timestamptz) as until
from memberships m
join tenants t on t.id = m.tenant_id and t.deleted_at is null
where m.activated and not m.is_disabled
  and not exists (select from users l where l.id = m.user_id and l.locked_at is not null);
