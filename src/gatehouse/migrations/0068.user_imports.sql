-- depends: 0067.vendor_user_indexes
-- How far each import of people has come, and what of it was not taken.

create table user_imports (
  id uuid primary key,
  position bigint not null default 0,
  created bigint not null default 0,
  joined bigint not null default 0,
  failed bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column user_imports.position is 'rows before it are done: whoever was stopped goes on there';
comment on column user_imports.joined is 'had an account, and belong to one more tenant now';
call gatehouse_keep_to_system('user_imports');

create table user_import_failures (
  import_id uuid not null references user_imports (id) on delete cascade,
  number bigint not null,
  email text not null,
  problem text not null,
  primary key (import_id, number)
);
call gatehouse_keep_to_system('user_import_failures');
