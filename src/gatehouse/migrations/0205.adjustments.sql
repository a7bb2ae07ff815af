-- depends: 0202.people_filter_indexes
-- What was given back of a bill, or is disputed: of each adjustment the newest fact only.
create table provider_adjustments (
  id text primary key,
  tenant_id uuid not null references tenants (id),
  organization_id uuid not null references organizations (id),
  transaction_id text not null,
  action text not null,
  status text not null,
  currency_code text not null,
  total bigint not null,
  provider_updated_at timestamptz not null,
  provider_occurred_at timestamptz not null
);
comment on column provider_adjustments.transaction_id is 'may be told of before the transaction itself';
comment on column provider_adjustments.total is 'in the lowest unit of the currency, which is not always a hundredth';
call gatehouse_protect('provider_adjustments');
create index provider_adjustments_by_transaction on provider_adjustments (tenant_id, transaction_id);

-- Until now they were kept among the events, and changed nothing.
insert into provider_adjustments (id, tenant_id, organization_id, transaction_id, action, status, currency_code,
  total, provider_updated_at, provider_occurred_at)
select distinct on (data->>'id') data->>'id', o.tenant_id, o.id, data->>'transaction_id', data->>'action',
  data->>'status', coalesce(data->>'currency_code', ''), (data->'totals'->>'total')::bigint,
  coalesce(data->>'updated_at', data->>'created_at')::timestamptz, e.occurred_at
from (select payload->'data' as data, occurred_at from provider_events where type like 'adjustment.%') e
join organizations o on o.provider_customer_id = data->>'customer_id'
where data->>'id' <> '' and data->>'transaction_id' <> '' and data->>'action' <> '' and data->>'status' <> ''
  and data->'totals'->>'total' ~ '^[0-9]{1,15}$'
  and coalesce(data->>'updated_at', data->>'created_at') ~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$'
order by data->>'id', 9 desc, 10 desc;
