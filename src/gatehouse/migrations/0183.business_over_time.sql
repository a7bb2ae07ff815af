-- depends: 0182.audit_counting
-- Until when a payment pays, so that a year's is not taken for a month's. Null: the payment was kept before that was,
-- and its subscription tells.
alter table provider_transactions add column covers_until timestamptz;
alter table billing_invoices add column covers_until timestamptz;
