-- depends: 0199.audit_kinds
-- Events that had names of ours although the wire has one: who asked for them goes on being told. What an entitlement
-- was for, a person or the account, is told apart now: both are asked for.
create temporary table renamed (old text primary key, new text[] not null) on commit drop;
insert into renamed values
  ('gatehouse.application.assigned', '{frontegg.user.app.assigned}'),
  ('gatehouse.application.given', '{frontegg.tenant.app.assigned}'),
  ('gatehouse.application.taken', '{frontegg.tenant.app.unassigned}'),
  ('gatehouse.application.unassigned', '{frontegg.user.app.unassigned}'),
  ('gatehouse.entitlement.granted', '{frontegg.tenant.plan.assigned,frontegg.user.plan.assigned}'),
  ('gatehouse.entitlement.revoked', '{frontegg.tenant.plan.unassigned,frontegg.user.plan.unassigned}'),
  ('gatehouse.user.joined_by_link', '{frontegg.user.joinedTenantUsingInvitationLink}'),
  ('gatehouse.user.provisioned', '{frontegg.scim.user.created}');

create temporary table scope_before on commit drop as
  select coalesce(current_setting('gatehouse.scope', true), '') as scope;
select set_config('gatehouse.scope', 'system', true);

update webhooks w set event_keys = array(
  select distinct coalesce(n.key, k.key) from unnest(w.event_keys) k (key)
  left join renamed r on r.old = k.key
  left join lateral unnest(r.new) n (key) on true
) where w.event_keys && array(select old from renamed);

insert into event_channels (tenant_id, channel, event_key, enabled, created_at, updated_at)
select c.tenant_id, c.channel, n.key, c.enabled, c.created_at, c.updated_at
from event_channels c join renamed r on r.old = c.event_key cross join lateral unnest(r.new) n (key)
on conflict do nothing;
insert into event_subscriptions (id, tenant_id, channel, event_key, name, enabled, recipients, created_at,
  updated_at)
select gen_random_uuid(), s.tenant_id, s.channel, n.key, s.name, s.enabled, s.recipients, s.created_at, s.updated_at
from event_subscriptions s join renamed r on r.old = s.event_key cross join lateral unnest(r.new) n (key);
delete from event_channels where event_key in (select old from renamed);

update slack_subscriptions s set slack_events = (
  select jsonb_agg(case when n.key is null then e.event
    else jsonb_set(e.event, '{eventKey}', to_jsonb(n.key)) end order by e.place, n.key)
  from jsonb_array_elements(s.slack_events) with ordinality e (event, place)
  left join renamed r on r.old = e.event ->> 'eventKey'
  left join lateral unnest(r.new) n (key) on true
) where exists (
  select from jsonb_array_elements(s.slack_events) e (event)
  where e.event ->> 'eventKey' in (select old from renamed)
);

select set_config('gatehouse.scope', (select scope from scope_before), true);
