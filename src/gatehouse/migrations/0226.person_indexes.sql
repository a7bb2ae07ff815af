-- depends: 0224.former_people
-- transactional: false
-- What is looked for when a person is erased or becomes part of another: their sessions also after they have ended,
-- which go with the person, whom they invited, what was sent to them, what they relate to, and which accounts they
-- are said to have made. And the orders in which the vendor may have everybody listed.
drop index concurrently if exists sessions_of_person;
create index concurrently sessions_of_person on sessions (user_id);
drop index concurrently if exists memberships_by_inviter;
create index concurrently memberships_by_inviter on memberships (invited_by) where invited_by is not null;
drop index concurrently if exists outgoing_messages_by_recipient;
create index concurrently outgoing_messages_by_recipient on outgoing_messages (recipient);
drop index concurrently if exists event_messages_by_recipient;
create index concurrently event_messages_by_recipient on event_messages (recipient);
drop index concurrently if exists relation_assignments_of_subject;
create index concurrently relation_assignments_of_subject on relation_assignments (subject_key);
drop index concurrently if exists relation_assignments_of_target;
create index concurrently relation_assignments_of_target on relation_assignments (target_key);
drop index concurrently if exists tenants_by_creator;
create index concurrently tenants_by_creator on tenants (creator_email) where creator_email is not null;
drop index concurrently if exists user_emails_not_proved;
create index concurrently user_emails_not_proved on user_emails (email) where verified_at is null;
drop index concurrently if exists users_by_verified;
create index concurrently users_by_verified on users (verified nulls first, id);
drop index concurrently if exists users_by_provider;
create index concurrently users_by_provider on users (provider nulls first, id);
drop index concurrently if exists users_by_first_tenant;
create index concurrently users_by_first_tenant on users (default_tenant_id nulls first, id);
