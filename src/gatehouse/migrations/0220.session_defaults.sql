-- depends: 0219.mail_template_addresses
-- The vendor's limits on sessions, for accounts that say nothing themselves. They stand with the accounts' own, so
-- that no sign-in and no refresh looks in two places.

alter table vendor
  add column session_idle_enabled boolean not null default false,
  add column session_idle_seconds integer not null default 3600
    check (session_idle_seconds between 60 and 31536000),
  add column session_absolute_enabled boolean not null default false,
  add column session_absolute_seconds integer not null default 7776000
    check (session_absolute_seconds between 300 and 31536000),
  add column session_concurrent_enabled boolean not null default false,
  add column session_concurrent_max integer not null default 10
    check (session_concurrent_max between 1 and 1000);

alter table session_policies add column inherited boolean not null default false;
comment on column session_policies.inherited is 'the vendor''s; the account has said nothing itself';

create function gatehouse_inherit_session_policy() returns trigger language plpgsql as $$
begin
  insert into session_policies (tenant_id, inherited, updated_at, idle_active, idle_seconds,
    absolute_active, absolute_seconds, concurrent_active, concurrent_max)
  select new.id, true, new.created_at, v.session_idle_enabled, v.session_idle_seconds,
    v.session_absolute_enabled, v.session_absolute_seconds, v.session_concurrent_enabled,
    v.session_concurrent_max
  from vendor v
  where v.session_idle_enabled or v.session_absolute_enabled or v.session_concurrent_enabled
  on conflict (tenant_id) do nothing;
  return null;
end $$;
create trigger inherits_session_policy after insert on tenants
  for each row execute function gatehouse_inherit_session_policy();
