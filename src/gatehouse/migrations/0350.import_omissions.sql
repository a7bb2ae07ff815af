-- depends: 0236.paying_organizations
-- Users who were imported without a value that cannot be kept.

alter table user_import_failures add column is_taken boolean not null default false;
comment on column user_import_failures.is_taken is
  'the user was imported, and problem names what was left out; else the row was refused';
