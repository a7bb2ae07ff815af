-- depends: 0014.sessions
-- transactional: false
-- The order in which ended sessions and old links are forgotten.
drop index concurrently if exists sessions_by_end;
create index concurrently sessions_by_end on sessions (coalesce(ended_at, expires_at));
drop index concurrently if exists action_tokens_by_end;
create index concurrently action_tokens_by_end on action_tokens (expires_at);
