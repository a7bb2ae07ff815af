-- depends: 0140.vendor_license_indexes
-- transactional: false
-- Jobs that gave up are few among all that wait, and a person looks at the newest.
drop index concurrently if exists pgqueuer_failed;
create index concurrently pgqueuer_failed on pgqueuer (updated desc, id desc) where status = 'failed';
