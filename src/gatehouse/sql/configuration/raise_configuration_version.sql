-- A change of the vendor's configuration gives it a new version in the same transaction. Processes keep the
-- configuration in memory with the version that they read before it, and the first statement of each request
-- compares the two ([ADR 36](../adr/0036-the-configuration-in-memory-is-valid-by-its-version.md)). What the use of a
-- credential writes does not count.
-- test: tests/configuration/test_version.py::test_each_change_gives_a_new_version
-- test: tests/configuration/test_version.py::test_requests_give_no_new_version_and_read_nothing_again
create or replace function raise_configuration_version() returns trigger language plpgsql as $$
begin
  update public.common_version set configuration_version = default;
  return null;
end $$;

create or replace trigger versions_configured after insert or update or delete or truncate on application_secrets
  for each statement execute function raise_configuration_version();
alter table application_secrets enable always trigger versions_configured;

create or replace trigger versions_configured after insert or update or delete or truncate on application_shared_secrets
  for each statement execute function raise_configuration_version();
alter table application_shared_secrets enable always trigger versions_configured;

create or replace trigger versions_configured after insert or update or delete or truncate on applications
  for each statement execute function raise_configuration_version();
alter table applications enable always trigger versions_configured;

create or replace trigger versions_configured after insert or update or delete or truncate on captcha_policies
  for each statement execute function raise_configuration_version();
alter table captcha_policies enable always trigger versions_configured;

create or replace trigger versions_configured after insert or update or delete or truncate on feature_flags
  for each statement execute function raise_configuration_version();
alter table feature_flags enable always trigger versions_configured;

create or replace trigger versions_configured after insert or update or delete or truncate on features
  for each statement execute function raise_configuration_version();
alter table features enable always trigger versions_configured;

create or replace trigger versions_configured after insert or update or delete or truncate on jwt_targeting
  for each statement execute function raise_configuration_version();
alter table jwt_targeting enable always trigger versions_configured;

create or replace trigger versions_configured after insert or update or delete or truncate on jwt_templates
  for each statement execute function raise_configuration_version();
alter table jwt_templates enable always trigger versions_configured;

create or replace trigger versions_configured after insert or update or delete or truncate on mail_configurations
  for each statement execute function raise_configuration_version();
alter table mail_configurations enable always trigger versions_configured;

create or replace trigger versions_configured after insert or update or delete or truncate on mail_templates
  for each statement execute function raise_configuration_version();
alter table mail_templates enable always trigger versions_configured;

create or replace trigger versions_configured after insert or update or delete or truncate on metadata
  for each statement execute function raise_configuration_version();
alter table metadata enable always trigger versions_configured;

create or replace trigger versions_configured after insert or update or delete or truncate on mobile_apps
  for each statement execute function raise_configuration_version();
alter table mobile_apps enable always trigger versions_configured;

create or replace trigger versions_configured after insert or update or delete or truncate on plans
  for each statement execute function raise_configuration_version();
alter table plans enable always trigger versions_configured;

create or replace trigger versions_configured after insert or update or delete or truncate on prehooks
  for each statement execute function raise_configuration_version();
alter table prehooks enable always trigger versions_configured;

create or replace trigger versions_configured after insert or update or delete or truncate on sms_templates
  for each statement execute function raise_configuration_version();
alter table sms_templates enable always trigger versions_configured;

create or replace trigger versions_configured after insert or update or delete or truncate on social_providers
  for each statement execute function raise_configuration_version();
alter table social_providers enable always trigger versions_configured;

create or replace trigger versions_configured after insert or update or delete or truncate on vendor
  for each statement execute function raise_configuration_version();
alter table vendor enable always trigger versions_configured;

create or replace trigger versions_configured after insert or delete or truncate or update of permissions, revoked_at on vendor_credentials
  for each statement execute function raise_configuration_version();
alter table vendor_credentials enable always trigger versions_configured;

create or replace trigger versions_configured after insert or update or delete or truncate on vendor_events
  for each statement execute function raise_configuration_version();
alter table vendor_events enable always trigger versions_configured;
