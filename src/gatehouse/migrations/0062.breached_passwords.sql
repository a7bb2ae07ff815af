-- depends: 0061.impersonation_index
-- A password that turns up in a breach is asked to be changed at the next sign-in.

alter table passwords add column breached_at timestamptz;
comment on column passwords.breached_at is 'when somebody signed in with it and it was known from a breach';
alter table vendor add column block_breached_passwords boolean not null default true;
comment on column vendor.block_breached_passwords is 'nobody gets in with a password that is known from a breach';
