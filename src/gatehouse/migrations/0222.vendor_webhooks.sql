-- depends: 0221.longer_tokens
-- Webhooks of the vendor itself, which hear of every account. They stand under the id of nobody, so no account is
-- behind it.

alter table webhooks drop constraint webhooks_tenant_id_fkey;
comment on column webhooks.tenant_id is 'whose it is; under nobody''s id, which is 0, stand the vendor''s own';

-- Asked in the scope of an account, which sees none of the vendor's. In a deleted account nobody is told of anything.
create or replace function gatehouse_listens(account uuid) returns boolean language plpgsql stable as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
  listens boolean;
begin
  perform set_config('gatehouse.scope', 'system', true);
  listens := account is not null
    and (
      exists (
        select from webhooks w
        where w.tenant_id in (account, '00000000-0000-0000-0000-000000000000') and w.is_active)
      or exists (select from event_subscriptions s where s.tenant_id = account and s.enabled)
      or exists (select from slack_subscriptions k where k.tenant_id = account and k.is_active))
    and not exists (select from tenants t where t.id = account and t.deleted_at is not null);
  perform set_config('gatehouse.scope', scope, true);
  return listens;
end $$;
