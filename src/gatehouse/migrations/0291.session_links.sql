-- depends: 0290.sign_up_requests
-- The mail about a sign-in from a new place has a link that ends the session.

alter table action_tokens drop constraint action_tokens_purpose_check;
alter table action_tokens add constraint action_tokens_purpose_check
  check (purpose in ('activate', 'invite', 'reset_password', 'unlock', 'end_session')) not valid;
alter table action_tokens validate constraint action_tokens_purpose_check;
alter table action_tokens add column session_id uuid;
comment on column action_tokens.session_id is 'the session that the link ends';
