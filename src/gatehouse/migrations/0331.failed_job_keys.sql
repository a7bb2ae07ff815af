-- depends: 0330.restarted_jobs
-- transactional: false

drop index concurrently if exists pgqueuer_failed_keys;
create index concurrently pgqueuer_failed_keys on pgqueuer (dedupe_key) where status = 'failed';
