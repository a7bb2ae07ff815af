-- depends: 0055.reach
-- Further addresses and user names of people, and what the vendor allows.

alter table vendor add column allow_email_change boolean not null default true;

create table user_emails (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  email text not null check (email = lower(email)),
  verified_at timestamptz,
  is_listed boolean not null default true,
  sealed_request bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (user_id, email)
);
comment on table user_emails is 'addresses besides users.email, which is the primary one';
comment on column user_emails.verified_at is 'null: anybody may have typed it, and it opens nothing';
comment on column user_emails.is_listed is 'false: only asked for in the place of the primary one';
comment on column user_emails.sealed_request is 'the token of the code that proves the address';
call gatehouse_keep_to_person('user_emails');
create unique index user_emails_verified on user_emails (email) where verified_at is not null;

create table usernames (
  user_id uuid primary key references users (id) on delete cascade,
  username text not null,
  folded text not null unique generated always as (lower(username)) stored,
  is_vendors boolean not null default false,
  created_at timestamptz not null
);
comment on table usernames is
  'names that people sign in with in the place of an address; ASCII only, and global as users are';
comment on column usernames.is_vendors is 'given by the vendor, so it stays when the address is proved';
-- Shown to whoever sees the person.
call gatehouse_keep('usernames', person => 'user_id', also =>
  '(select true from memberships m where m.user_id = usernames.user_id'
  ' and m.tenant_id = any ((select gatehouse_scope())::uuid[]) limit 1)');

-- Whoever has the address, as the primary one or proved besides. Also for a transaction that is scoped to
-- a tenant: an address is one person's everywhere.
create or replace function gatehouse_person_of(address text) returns uuid language plpgsql stable as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
  found_id uuid;
begin
  perform set_config('gatehouse.scope', 'system', true);
  select u.id into found_id from users u where u.email = address;
  if found_id is null then
    select e.user_id into found_id from user_emails e
    where e.email = address and e.verified_at is not null;
  end if;
  perform set_config('gatehouse.scope', scope, true);
  return found_id;
end $$;

-- Two that take the same address at once take turns: a new person, and somebody who proves a further one.
create function gatehouse_lock_address(address text, shared boolean) returns void language plpgsql as $$
declare
  bucket int := abs(hashtext(address)::bigint) % 256;
begin
  if shared then
    perform pg_advisory_xact_lock_shared(1969840000, bucket);
  else
    perform pg_advisory_xact_lock(1969840000, bucket);
  end if;
end $$;

-- A new person with a further address of somebody else is not added, as with `on conflict do nothing`.
create function gatehouse_address_is_free() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
  is_taken boolean;
begin
  perform gatehouse_lock_address(new.email, true);
  perform set_config('gatehouse.scope', 'system', true);
  select exists (
    select from user_emails e
    where e.email = new.email and e.verified_at is not null and e.user_id <> new.id
  ) into is_taken;
  perform set_config('gatehouse.scope', scope, true);
  if is_taken and tg_op = 'INSERT' then
    return null;
  elsif is_taken then
    raise unique_violation using message = 'the address is somebody else''s', constraint = 'users_email_key';
  end if;
  return new;
end $$;

create trigger users_address_is_free before insert on users
  for each row execute function gatehouse_address_is_free();
create trigger users_new_address_is_free before update of email on users
  for each row when (old.email is distinct from new.email) execute function gatehouse_address_is_free();

-- Who waits to accept is shown by the address that the tenant typed: whether it is an account's, and which
-- other address that has, is not the tenant's to know.
alter table memberships add column invited_email text;

create or replace view roster_source with (security_invoker = true) as
select m.tenant_id, m.user_id,
  case when m.activated then u.email else coalesce(m.invited_email, u.email) end as email,
  m.created_at as joined_at,
  lower(case when m.activated then u.name
    else coalesce(m.invited_name, split_part(coalesce(m.invited_email, u.email), '@', 1)) end) as name,
  m.activated and u.verified as verified,
  m.activated and u.mfa_enrolled as mfa_enrolled,
  case when m.activated then u.provider else 'local' end as provider,
  case when m.activated then u.created_at else m.created_at end as created_at,
  case when m.activated then u.last_login_at end as last_login_at,
  case when m.activated then translate(u.phone_number, ' ().-', '') end as phone,
  case when m.activated then nullif(u.metadata, '{}') end as metadata
from memberships m
join users u on u.id = m.user_id and not u.invisible;
