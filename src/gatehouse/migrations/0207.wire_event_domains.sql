-- depends: 0202.people_filter_indexes
-- A restricted domain had a name of ours although the wire has one: who asked for it goes on being told.
create temporary table scope_before on commit drop as
  select coalesce(current_setting('gatehouse.scope', true), '') as scope;
select set_config('gatehouse.scope', 'system', true);

update webhooks set event_keys = array(
  select distinct case k.key when 'gatehouse.domain_restriction.created'
    then 'frontegg.account.security.domain.restricted' else k.key end
  from unnest(event_keys) k (key)
) where 'gatehouse.domain_restriction.created' = any (event_keys);

insert into event_channels (tenant_id, channel, event_key, enabled, created_at, updated_at)
select tenant_id, channel, 'frontegg.account.security.domain.restricted', enabled, created_at, updated_at
from event_channels where event_key = 'gatehouse.domain_restriction.created'
on conflict do nothing;
update event_subscriptions set event_key = 'frontegg.account.security.domain.restricted'
where event_key = 'gatehouse.domain_restriction.created';
delete from event_channels where event_key = 'gatehouse.domain_restriction.created';

update slack_subscriptions s set slack_events = (
  select jsonb_agg(case when e.event ->> 'eventKey' = 'gatehouse.domain_restriction.created'
    then jsonb_set(e.event, '{eventKey}', '"frontegg.account.security.domain.restricted"') else e.event end
    order by e.place)
  from jsonb_array_elements(s.slack_events) with ordinality e (event, place)
) where s.slack_events @> '[{"eventKey": "gatehouse.domain_restriction.created"}]';

select set_config('gatehouse.scope', (select scope from scope_before), true);
