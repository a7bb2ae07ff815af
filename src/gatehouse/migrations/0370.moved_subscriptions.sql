-- depends: 0236.paying_organizations
-- Subscriptions that the payment provider moved to another customer.
alter table licenses add column moved_subscription_id text;
comment on column licenses.moved_subscription_id is
  'the subscription that paid this license until the provider moved it to another customer';
