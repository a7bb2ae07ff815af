-- depends: 0145.failed_jobs
-- transactional: false
-- What was paid of late, whoever paid it.
drop index concurrently if exists billing_invoices_paid;
create index concurrently billing_invoices_paid on billing_invoices (paid_at desc) where paid_at is not null;
