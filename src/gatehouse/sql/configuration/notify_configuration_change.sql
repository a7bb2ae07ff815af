-- Notifies every process of a change of the vendor's configuration, which each of them keeps in memory.
-- test: tests/kit/test_triggers.py::test_a_change_of_the_configuration_is_announced
create or replace function notify_configuration_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('gatehouse_configured', '');
  return null;
end $$;

create or replace trigger configured after insert or update or delete on application_secrets
  for each statement execute function notify_configuration_change();

create or replace trigger configured after insert or update or delete on application_shared_secrets
  for each statement execute function notify_configuration_change();

create or replace trigger configured after insert or update or delete on applications
  for each statement execute function notify_configuration_change();

create or replace trigger configured after insert or update or delete on captcha_policies
  for each statement execute function notify_configuration_change();

create or replace trigger configured after insert or update or delete on feature_flags
  for each statement execute function notify_configuration_change();

create or replace trigger configured after insert or update or delete on features
  for each statement execute function notify_configuration_change();

create or replace trigger configured after insert or update or delete on jwt_targeting
  for each statement execute function notify_configuration_change();

create or replace trigger configured after insert or update or delete on jwt_templates
  for each statement execute function notify_configuration_change();

create or replace trigger configured after insert or update or delete on mail_configurations
  for each statement execute function notify_configuration_change();

create or replace trigger configured after insert or update or delete on mail_templates
  for each statement execute function notify_configuration_change();

create or replace trigger configured after insert or update or delete on metadata
  for each statement execute function notify_configuration_change();

create or replace trigger configured after insert or update or delete on mobile_apps
  for each statement execute function notify_configuration_change();

create or replace trigger configured after insert or update or delete on plans
  for each statement execute function notify_configuration_change();

create or replace trigger configured after insert or update or delete on prehooks
  for each statement execute function notify_configuration_change();

create or replace trigger configured after insert or update or delete on sms_templates
  for each statement execute function notify_configuration_change();

create or replace trigger configured after insert or update or delete on social_providers
  for each statement execute function notify_configuration_change();

create or replace trigger configured after insert or update or delete on vendor
  for each statement execute function notify_configuration_change();

create or replace trigger configured after insert or delete or update of permissions, revoked_at on vendor_credentials
  for each statement execute function notify_configuration_change();

create or replace trigger configured after insert or update or delete on vendor_events
  for each statement execute function notify_configuration_change();
