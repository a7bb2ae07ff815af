-- depends: 0190.people_search
-- transactional: false
-- What the vendor's chart of recurring revenue reads, whoever paid.
drop index concurrently if exists provider_transactions_recurring;
create index concurrently provider_transactions_recurring on provider_transactions (billed_at desc)
  include (currency_code, total, covers_until, subscription_id)
  where status = 'completed' and subscription_id is not null;
drop index concurrently if exists billing_invoices_recurring;
create index concurrently billing_invoices_recurring on billing_invoices (paid_at desc)
  include (currency, total, covers_until, subscription)
  where paid_at is not null and subscription is not null;
