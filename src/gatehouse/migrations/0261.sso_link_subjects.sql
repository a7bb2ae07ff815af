-- depends: 0260.sso_links
-- SAML name ids of the format emailAddress are compared without case. Behind row-level security a condition on
-- `lower(subject)` would read every link of a connection, so the compared form is a column of its own.
alter table external_identities add column subject_key text generated always as (lower(subject)) stored;
