-- depends: 0230.country_refusal_mails
-- That the vendor says whose an address is, or gets into an account, is another thing than that the person has proved the
-- address. Of before this nothing is known, and it counts as proved.

alter table users
  add column vouched_at timestamptz,
  add column proved_at timestamptz;
comment on column users.vouched_at is
  'when the vendor last said that the address is theirs, or opened the account; null: never';
comment on column users.proved_at is
  'when the person first proved the address after that; null: not since, or there was no need';

alter table action_tokens add column mailed boolean not null default false;
comment on column action_tokens.mailed is 'it went to the mailbox and nowhere else, so whoever has it reads that mail';
