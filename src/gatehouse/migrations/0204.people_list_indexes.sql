-- depends: 0203.people_lists
-- transactional: false
-- What the roster did not know of memberships that were there before, and indexes of the few. Only rows that are
-- different are written. A membership that changes meanwhile waits, or is read again.
with different as materialized (
  select m.tenant_id, m.user_id, m.activated, m.is_disabled, m.temporary_expires_at, m.managed_by
  from memberships m
  where (not m.activated or m.is_disabled or m.temporary_expires_at is not null or m.managed_by <> 'frontegg')
    and (m.tenant_id, m.user_id) in (select r.tenant_id, r.user_id from roster r)
  order by m.tenant_id, m.user_id for share of m
)
update roster r set activated = d.activated, is_disabled = d.is_disabled,
  temporary_expires_at = d.temporary_expires_at, managed_by = d.managed_by
from different d
where r.tenant_id = d.tenant_id and r.user_id = d.user_id
  and (r.activated, r.is_disabled, r.temporary_expires_at, r.managed_by)
    is distinct from (d.activated, d.is_disabled, d.temporary_expires_at, d.managed_by);
drop index concurrently if exists roster_disabled;
create index concurrently roster_disabled on roster (tenant_id, user_id) where is_disabled;
drop index concurrently if exists roster_waiting;
create index concurrently roster_waiting on roster (tenant_id, user_id) where not activated;
drop index concurrently if exists roster_for_a_while;
create index concurrently roster_for_a_while on roster (tenant_id, temporary_expires_at, user_id)
  where temporary_expires_at is not null;
