-- Records that entitlements changed, so that backends read their snapshot again.
-- test: tests/kit/test_triggers.py::test_a_change_of_entitlements_is_recorded
-- test: tests/kit/test_triggers.py::test_an_extension_of_a_license_is_recorded
create or replace function record_entitlement_change() returns trigger language plpgsql as $$
begin
  insert into entitlement_changes (n) values (1);
  return null;
end $$;

create or replace trigger entitled after insert or delete or update of status, plan on billing_subscriptions
  for each statement execute function record_entitlement_change();

create or replace trigger entitled after insert or update or delete on entitlements
  for each statement execute function record_entitlement_change();

create or replace trigger entitled after insert or update or delete on features
  for each statement execute function record_entitlement_change();

create or replace trigger entitled
  after insert or delete or update of license_type, valid_to, revoked_at, suspended_at on licenses
  for each statement execute function record_entitlement_change();

create or replace trigger entitled after insert or update or delete on plans
  for each statement execute function record_entitlement_change();

create or replace trigger entitled_by_extension after update of extended_until on licenses
  for each statement execute function record_entitlement_change();
