-- depends: 0010.waiting_names
-- A message is claimed while it is sent, so that no transaction waits for a mail server.
alter table outgoing_messages add column claimed_until timestamptz;
