-- depends: 0104.sso_settings
-- transactional: false
-- A domain is one account's, unless the vendor says that it may be several accounts'.

drop index concurrently if exists sso_domains_held;
create unique index concurrently sso_domains_held on sso_domains (domain)
  where validated_at is not null and not shared;
drop index concurrently if exists sso_domains_by_domain;
create index concurrently sso_domains_by_domain on sso_domains (domain);
drop index concurrently if exists sso_domains_validated;
drop index concurrently if exists sso_certificates_by_end;
create index concurrently sso_certificates_by_end on sso_certificates (expires_at);
