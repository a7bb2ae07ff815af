-- depends: 0261.sso_link_subjects
-- transactional: false
drop index concurrently if exists external_identities_by_subject_key;
create index concurrently external_identities_by_subject_key
  on external_identities (provider, subject_key);
