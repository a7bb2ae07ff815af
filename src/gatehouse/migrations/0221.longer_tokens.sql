-- depends: 0220.session_defaults
-- Access tokens may live for a day, as by a template they could already.

alter table applications
  drop constraint applications_access_token_seconds_check,
  add constraint applications_access_token_seconds_check
    check (access_token_seconds between 30 and 86400) not valid;
