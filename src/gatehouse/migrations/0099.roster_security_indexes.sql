-- depends: 0098.roster_breached
-- transactional: false
-- Who has no second factor, whose password is known from a breach, and who never signed in: counted and listed.
drop index concurrently if exists roster_by_enrollment;
create index concurrently roster_by_enrollment on roster (tenant_id, mfa_enrolled, name nulls first, user_id);
drop index concurrently if exists roster_by_breach;
create index concurrently roster_by_breach on roster (tenant_id, name nulls first, user_id)
  where password_breached;
drop index concurrently if exists roster_never_seen;
create index concurrently roster_never_seen on roster (tenant_id, joined_at) where last_login_at is null;
