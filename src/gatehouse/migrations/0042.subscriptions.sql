-- depends: 0019.system_tables
-- Seats that are held back while fewer are asked for, pauses ahead, since when a payment is missing,
-- discounts that were used, the end of a trial, and events that could not be applied.

alter table licenses
  add column held_seats integer,
  add column held_until timestamptz,
  add column pauses_at timestamptz,
  add column trial_ended_at timestamptz;
comment on column licenses.max_seats is 'the seats that are paid, as the newest provider fact says';
comment on column licenses.held_seats is 'while fewer seats are being asked for: nobody claims a seat beyond these';
comment on column licenses.held_until is 'by then the provider has answered; later, it is asked what came of it';
comment on column licenses.pauses_at is 'when a scheduled pause begins; it is no end';
comment on column licenses.trial_ended_at is 'when the end of the trial was recorded and told';

alter table provider_events
  add column attempts integer not null default 0,
  add column failed_at timestamptz,
  add column last_error text;
comment on column provider_events.attempts is 'how often applying it has failed';

-- What each subscription was, and when: so that the beginning of a state does not depend on the order in
-- which facts arrive.
create table subscription_facts (
  tenant_id uuid not null references tenants (id),
  subscription_id text not null references license_subscriptions (id) on delete cascade,
  updated_at timestamptz not null,
  occurred_at timestamptz not null,
  status text not null,
  primary key (subscription_id, updated_at, occurred_at, status)
);
call gatehouse_protect('subscription_facts');

create table license_discounts (
  tenant_id uuid not null references tenants (id),
  license_id uuid not null references licenses (id) on delete cascade,
  discount_id text not null,
  first_used_at timestamptz not null,
  primary key (license_id, discount_id)
);
comment on table license_discounts is 'a discount is given once: it must not begin again by being asked for again';
call gatehouse_protect('license_discounts');
