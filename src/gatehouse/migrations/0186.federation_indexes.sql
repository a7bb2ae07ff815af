-- depends: 0185.federation
-- transactional: false
-- Every index of a connection's people begins with the connection. While the table is small or new all prefixes look
-- alike, and a plan that was made then, and kept, would read all of its people for the one that is sought.

drop index concurrently if exists scim_users_by_name_key;
create unique index concurrently scim_users_by_name_key on scim_users (connection_id, name_key);
drop index concurrently if exists scim_users_by_id;
create index concurrently scim_users_by_id on scim_users (connection_id, id);
drop index concurrently if exists scim_users_by_name;
drop index concurrently if exists scim_users_in_order;

drop index concurrently if exists sso_connections_by_client;
create index concurrently sso_connections_by_client on sso_connections (oidc_client_id) where oidc_client_id <> '';
