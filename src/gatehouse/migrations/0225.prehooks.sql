-- depends: 0222.vendor_webhooks 0224.former_people
-- Services of the vendor that are asked before somebody signs up, is invited, signs in or gets a token, and what
-- came of asking lately.

create table prehooks (
  id text primary key,
  display_name text not null,
  description text not null,
  url text not null,
  sealed_secret bytea not null,
  event_keys text[] not null,
  is_active boolean not null,
  fail_method text not null check (fail_method in ('OPEN', 'CLOSE')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column prehooks.id is 'the key of its table in the vendor''s document; bound to the sealed secret';
comment on column prehooks.event_keys is 'each of at most one prehook';
comment on column prehooks.fail_method is 'OPEN: who waits is let pass where it does not answer; CLOSE: refused';
call gatehouse_keep_to_system('prehooks');
create trigger configured after insert or update or delete on prehooks
  for each statement execute function gatehouse_configured();

create table prehook_calls (
  id uuid primary key,
  prehook_id text not null references prehooks (id) on delete cascade,
  event_key text not null,
  outcome text not null,
  milliseconds integer not null,
  detail text not null,
  created_at timestamptz not null
);
comment on table prehook_calls is 'nothing of the person whom it was about';
comment on column prehook_calls.outcome is 'the verdict, or failed';
call gatehouse_keep_to_system('prehook_calls');
create index prehook_calls_by_prehook on prehook_calls (prehook_id, created_at desc);
create index prehook_calls_by_time on prehook_calls (created_at);
