-- depends: 0160.client_keys
-- A page that is loaded again asks for a token again: that somebody came in is said once for a session.
alter table staff add column entered_session_id uuid;
