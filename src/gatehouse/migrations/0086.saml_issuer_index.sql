-- depends: 0085.saml_sign_in
-- transactional: false
-- Who sent an answer that nobody asked for.

drop index concurrently if exists sso_connections_by_idp;
create index concurrently sso_connections_by_idp on sso_connections (idp_entity_id)
  where enabled and idp_initiated;
