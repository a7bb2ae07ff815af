-- depends: 0131.staff
-- What the vendor gives beside what is paid: licenses of its own making, and time; and of each delivered event,
-- which subscription it is about and how often it came.

alter table licenses
  add column extended_until timestamptz,
  add column reference text;
comment on column licenses.extended_until is 'by the vendor: it works at least until then; no fact of the payment provider changes it';
comment on column licenses.reference is 'what the vendor calls a license that it issued; each is issued once';

alter table provider_events
  add column subscription_id text,
  add column deliveries integer not null default 1;

update provider_events
set subscription_id = case
  when type like 'subscription.%' then payload #>> '{data,id}' else payload #>> '{data,subscription_id}' end
where provider = 'paddle' and (type like 'subscription.%' or type like 'transaction.%');

-- The last instant at which a license may be used; null while it is renewed.
create function gatehouse_license_until(license licenses) returns timestamptz
language sql stable as $$
  select case when license.valid_to is not null then greatest(license.valid_to, license.extended_until) end
$$;

create or replace function gatehouse_license_code(license licenses, at timestamptz) returns text
language sql stable as $$
  select case
    when license.revoked_at is not null then 'REVOKED'
    when license.suspended_at is not null then 'SUSPENDED'
    when license.valid_to is null or greatest(license.valid_to, license.extended_until) >= at then 'VALID'
    when license.billing_status = 'paused' then 'PAUSED'
    when license.is_past_due then 'PAST_DUE'
    else 'EXPIRED'
  end
$$;

create trigger entitled_by_extension after update of extended_until on licenses
  for each statement execute function gatehouse_entitled();
