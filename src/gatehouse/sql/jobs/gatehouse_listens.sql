-- Whether a tenant has subscribers to events: webhooks of its own or the vendor's, mail and SMS
-- subscriptions, Slack. A deleted tenant has none.
-- test: tests/audit/test_events.py::test_an_account_that_listens_to_nothing_is_started_no_job
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
