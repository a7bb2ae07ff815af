-- depends: 0209.asked_for_one_factor
-- How often an account's people, tokens and directories call, by month.
create table api_calls (
  tenant_id uuid not null references tenants (id) on delete cascade,
  month date not null, -- the first day, of the account's own calendar
  calls bigint not null,
  primary key (tenant_id, month)
) with (fillfactor = 70); -- a row is changed every few seconds, and stays in its page
call gatehouse_protect('api_calls');

-- Of the accounts that are there already nothing was counted until now.
alter table tenants add column api_calls_since timestamptz default now();
alter table tenants alter column api_calls_since drop default;
comment on column tenants.api_calls_since is 'before that its calls were not counted; null: they always were';
