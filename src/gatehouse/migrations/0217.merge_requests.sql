-- depends: 0216.person_erasure
-- Two accounts of one person become one, once both mailboxes have agreed.

create table merge_requests (
  id uuid primary key,
  goes_id uuid references users (id) on delete cascade,
  stays_id uuid not null references users (id) on delete cascade,
  former_id uuid not null,
  goes_email text not null,
  stays_email text not null,
  goes_name text not null,
  stays_name text not null,
  goes_token_hash bytea not null,
  stays_token_hash bytea not null,
  goes_agreed_at timestamptz,
  stays_agreed_at timestamptz,
  reason text not null,
  requested_by text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  status text not null default 'waiting'
    check (status in ('waiting', 'done', 'refused', 'expired', 'withdrawn', 'stopped')),
  refused_by text check (refused_by in ('goes', 'stays')),
  withdrawn_by text,
  problem text,
  ended_at timestamptz,
  check (goes_id <> stays_id)
);
comment on column merge_requests.goes_id is 'whose account ends; null once it is gone';
comment on column merge_requests.former_id is 'the same, and kept';
comment on column merge_requests.goes_email is 'the primary one when it was asked: the mailbox that was written to';
comment on column merge_requests.status is 'stopped: both agreed, and it could not be done; problem is the code of why';
call gatehouse_keep_to_system('merge_requests');
-- Nobody is in two that wait; that nobody goes in one and stays in another is asked with both people locked.
create unique index merge_requests_one_goes on merge_requests (goes_id) where status = 'waiting';
create unique index merge_requests_one_stays on merge_requests (stays_id) where status = 'waiting';
create index merge_requests_by_goes on merge_requests (goes_id);
create index merge_requests_by_stays on merge_requests (stays_id);
create index merge_requests_by_age on merge_requests (requested_at, id);
create index merge_requests_by_end on merge_requests (expires_at) where status = 'waiting';
