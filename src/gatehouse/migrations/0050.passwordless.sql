-- depends: 0033.api_tokens
-- Links and numbers that people sign in with, and what the vendor allows.

alter table vendor add column sms_quick_login boolean not null default false;
alter table vendor add column magic_link_same_device boolean not null default true;

create table magic_links (
  token_hash bytea primary key,
  browser_hash bytea not null,
  user_id uuid not null references users (id) on delete cascade,
  recipient text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on column magic_links.browser_hash is 'of the cookie of the browser that asked';
comment on column magic_links.recipient is 'the address to which the link went';
call gatehouse_keep_to_system('magic_links');
create index magic_links_by_user on magic_links (user_id);
create index magic_links_by_end on magic_links (expires_at);

create table phone_numbers (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  phone_number text not null,
  verified_at timestamptz,
  replaces_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (user_id, phone_number)
);
comment on table phone_numbers is
  'numbers (E.164) that people sign in with; users.phone_number is only how they can be reached';
comment on column phone_numbers.verified_at is 'null: anybody may have typed it, and it opens nothing';
comment on column phone_numbers.replaces_until is
  'until then signing in with it puts it in the place of the person''s other numbers';
call gatehouse_keep_to_person('phone_numbers');
create unique index phone_numbers_verified on phone_numbers (phone_number) where verified_at is not null;
create index phone_numbers_replacing on phone_numbers (phone_number) where replaces_until is not null;
