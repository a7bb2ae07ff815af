-- depends: 0010.waiting_names
-- A message is claimed while it is sent, so that no transaction waits for a mail server. And the order in
-- which old links are forgotten.
alter table outgoing_messages add column claimed_until timestamptz;
create index action_tokens_by_end on action_tokens (expires_at);
