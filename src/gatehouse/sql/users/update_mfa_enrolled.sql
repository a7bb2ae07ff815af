-- Keeps `users.mfa_enrolled`, which every sign-in reads and every list of users shows.
-- test: tests/kit/test_triggers.py::test_a_user_with_a_factor_is_enrolled_in_mfa
create or replace function update_mfa_enrolled() returns trigger language plpgsql as $$
declare
  person uuid := coalesce(new.user_id, old.user_id);
begin
  update users set mfa_enrolled = (
    exists (select from authenticators where user_id = person and confirmed_at is not null)
    or exists (select from mfa_phones where user_id = person)
    or exists (select from mfa_emails where user_id = person)
    or exists (select from webauthn_credentials where user_id = person and is_second_factor)
  )
  where id = person;
  return null;
end $$;

create or replace trigger authenticators_count after insert or update of confirmed_at or delete on authenticators
  for each row execute function update_mfa_enrolled();

create or replace trigger mfa_phones_count after insert or delete on mfa_phones
  for each row execute function update_mfa_enrolled();

create or replace trigger mfa_emails_count after insert or delete on mfa_emails
  for each row execute function update_mfa_enrolled();

create or replace trigger webauthn_credentials_count
  after insert or update of is_second_factor or delete on webauthn_credentials
  for each row execute function update_mfa_enrolled();
