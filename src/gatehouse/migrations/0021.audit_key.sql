-- depends: 0020.audit_span
-- transactional: false
-- The key that the partitions of the audit have.
drop index concurrently if exists audits_by_time;
create unique index concurrently audits_by_time on audits (created_at, id);
