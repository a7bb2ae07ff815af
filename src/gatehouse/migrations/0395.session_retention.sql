-- depends: 0394.system_role
-- A code lasts a minute and goes with its session. Its exchange looks up the application, the user and the tenant, so
-- references to them would only cost each sign-in. The purge deletes the few rows that remain.
alter table authorization_codes
  drop constraint authorization_codes_application_id_fkey,
  drop constraint authorization_codes_entering_fkey,
  drop constraint authorization_codes_user_id_fkey;
drop index authorization_codes_by_user;

-- What the purge of sessions looks at instead of `expires_at`, which each refresh changes. An index on that column
-- keeps all updates of a refresh from being heap-only. Sessions that are there now are looked at once.
alter table sessions
  add column retention_from timestamptz not null default now() - interval '30 days';
alter table sessions alter column retention_from set default now();
comment on column sessions.retention_from is
  'when the purge looks at the session: 30 days later. It raises it once in that time, and a refresh never does';
