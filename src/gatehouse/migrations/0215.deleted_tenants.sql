-- depends: 0214.native_sign_in
-- Accounts that were deleted and are not erased yet: what is needed to bring them back, and when they go.

create table deleted_tenants (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  deleted_with uuid not null,
  deleted_at timestamptz not null,
  erase_at timestamptz not null,
  erasing_at timestamptz,
  alias text
);
comment on table deleted_tenants is
  'a row goes when its account is restored, or erased; a deleted account without one is erased';
comment on column deleted_tenants.deleted_with is
  'whose deletion took it along: itself, or an account above it, with which it is restored or erased';
comment on column deleted_tenants.erasing_at is
  'of the one that was deleted for itself: when erasing was begun, the last time; from then on nothing is restored';
comment on column deleted_tenants.alias is 'what it had: free for others, and its own again if nobody took it';
call gatehouse_keep_to_system('deleted_tenants');
create index deleted_tenants_with on deleted_tenants (deleted_with);
create index deleted_tenants_due on deleted_tenants (erase_at nulls first, tenant_id) where tenant_id = deleted_with;
create index deleted_tenants_by_age on deleted_tenants (deleted_at nulls first, tenant_id) where tenant_id = deleted_with;

-- Nobody is told of anything in a deleted account.
create or replace function gatehouse_listens(account uuid) returns boolean language sql stable as $$
  select (
      exists (select from webhooks w where w.tenant_id = account and w.is_active)
      or exists (select from event_subscriptions s where s.tenant_id = account and s.enabled)
      or exists (select from slack_subscriptions k where k.tenant_id = account and k.is_active))
    and not exists (select from tenants t where t.id = account and t.deleted_at is not null)
$$;
