-- depends: 0052.invite_links
-- transactional: false
-- Memberships that end by themselves, by their end.
drop index concurrently if exists memberships_by_end;
create index concurrently memberships_by_end on memberships (temporary_expires_at)
  where temporary_expires_at is not null;
