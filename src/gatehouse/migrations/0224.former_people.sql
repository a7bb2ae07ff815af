-- depends: 0221.longer_tokens
-- Whose account became part of another: their former id and name are still the person's, to be erased and handed over
-- with the rest.

create table former_people (
  former_id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  created_at timestamptz not null
);
comment on column former_people.former_id is 'the audit still names the person by it';
comment on column former_people.user_id is 'whose part they are now';
comment on column former_people.created_at is 'of the account that has ended';
call gatehouse_keep_to_system('former_people');
create index former_people_by_user on former_people (user_id);

insert into former_people (former_id, user_id, name, created_at)
select former_id, stays_id, goes_name, '1970-01-01T00:00:00Z' from merge_requests where status = 'done'
on conflict do nothing;
