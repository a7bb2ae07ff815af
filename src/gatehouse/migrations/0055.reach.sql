-- depends: 0054.webhooks
-- contracts: 0.1.0
-- What each transaction sees of people: those of its tenants, and of what is somebody's own only the caller's.

-- The second lock of a table, in place of the one that it may have: rows by the column of their tenant, by the
-- column of their person, and what else is said. Without any of them only a system transaction sees the table.
create procedure gatehouse_keep(
  kept regclass, tenant text default null, person text default null, also text default null
) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', kept);
  execute format('alter table %s force row level security', kept);
  execute format('drop policy if exists tenant_scope on %s', kept);
  execute format('drop policy if exists own_rows on %s', kept);
  execute format('drop policy if exists system_only on %s', kept);
  execute format('drop policy if exists reach on %s', kept);
  execute format('create policy reach on %s using (%s)', kept, concat_ws(' or ',
    '(select gatehouse_scope()) is null',
    quote_ident(tenant) || ' = any ((select gatehouse_scope())::uuid[])',
    quote_ident(person) || ' = (select gatehouse_user())',
    also));
end $$;

-- The three kinds that new tables ask for.
create or replace procedure gatehouse_protect(protected regclass) language plpgsql as $$
begin
  call public.gatehouse_keep(protected, tenant => 'tenant_id');
end $$;

create or replace procedure gatehouse_keep_to_person(kept regclass) language plpgsql as $$
begin
  call public.gatehouse_keep(kept, person => 'user_id');
end $$;

create or replace procedure gatehouse_keep_to_system(kept regclass) language plpgsql as $$
begin
  call public.gatehouse_keep(kept);
end $$;

-- A scalar sub-select, because the planner would turn `exists` into a list of all that a tenant has.
call gatehouse_keep('users', person => 'id', also =>
  '(select true from memberships m where m.user_id = users.id'
  ' and m.tenant_id = any ((select gatehouse_scope())::uuid[]) limit 1)');

call gatehouse_keep_to_person('passwords');
call gatehouse_keep_to_person('password_history');
call gatehouse_keep_to_person('profile_pictures');
call gatehouse_keep_to_person('pending_sign_ins');
call gatehouse_keep_to_person('one_time_codes');
call gatehouse_keep_to_person('webauthn_challenges');
call gatehouse_keep_to_person('second_factor_attempts');
call gatehouse_keep_to_person('magic_links');
call gatehouse_keep_to_person('authorization_codes');

call gatehouse_keep_to_system('provider_events');
call gatehouse_keep_to_system('vendor_credentials');

-- Of a password its tenants see one thing: until when it is locked. The view reads with the rights of its
-- owner, and keeps to the scope itself.
create policy locks on passwords to current_user using (true);
create view password_locks as
select p.user_id, p.locked_until
from passwords p
where p.locked_until is not null and (
  (select gatehouse_scope()) is null
  or p.user_id = (select gatehouse_user())
  or (select true from memberships m where m.user_id = p.user_id
      and m.tenant_id = any ((select gatehouse_scope())::uuid[]) limit 1)
);

-- Whoever is made twice for one address has the same id both times, so that an id does not tell whether there
-- was an account: somebody who was invited and never came is forgotten, and an account is not.
create table person_id_keys (key bytea primary key);
comment on table person_id_keys is 'one row: what ids of people are made with, from their addresses';
call gatehouse_keep_to_system('person_id_keys');
insert into person_id_keys (key) values (sha256((gen_random_uuid()::text || gen_random_uuid())::bytea));

create function gatehouse_person_id(address text) returns uuid language sql as $$
  select encode(set_byte(set_byte(made, 6, get_byte(made, 6) & 15 | 64), 8, get_byte(made, 8) & 63 | 128), 'hex')::uuid
  from person_id_keys, substring(sha256(key || convert_to(address, 'UTF8')) for 16) made
$$;

-- Whoever has the address. For a system transaction, or a function that widens its scope.
create function gatehouse_person_of(address text) returns uuid language sql stable as $$
  select u.id from users u where u.email = address
$$;

-- A new person, whom no tenant's scope would show yet. When the address is somebody's already: with `or_find`
-- their row, locked until the transaction ends so that nobody forgets them meanwhile; else nothing.
create function gatehouse_add_person(
  address text, called text, phone text, facts jsonb, at timestamptz, or_find boolean
) returns setof users language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
  person users;
  wanted uuid;
begin
  perform set_config('gatehouse.scope', 'system', true);
  loop
    wanted := gatehouse_person_id(address);
    -- Whoever had this address before has kept the id.
    if exists (select from users u where u.id = wanted) then
      wanted := gen_random_uuid();
    end if;
    insert into users (id, email, name, phone_number, metadata, created_at, updated_at)
    values (wanted, address, called, phone, facts, at, at)
    on conflict do nothing
    returning * into person;
    exit when found or not or_find;
    select * into person from users u where u.id = gatehouse_person_of(address) for no key update;
    exit when found;
  end loop;
  perform set_config('gatehouse.scope', scope, true);
  if person.id is not null then
    return next person;
  end if;
end $$;

-- Whether another account has proved this phone number. Not whose it is.
create function gatehouse_number_is_anothers(number text, person uuid) returns boolean language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
  taken boolean;
begin
  perform set_config('gatehouse.scope', 'system', true);
  taken := exists (
    select from phone_numbers n
    where n.phone_number = number and n.verified_at is not null and n.user_id <> person
  );
  perform set_config('gatehouse.scope', scope, true);
  return taken;
end $$;

-- Jobs carry what they are about, also addresses. The queue's own connections have no scope; whoever acts for a
-- tenant or a person adds jobs, through this function, and reads none.
create procedure gatehouse_keep_to_queue(kept regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', kept);
  execute format('alter table %s force row level security', kept);
  execute format(
    'create policy reach on %1$s using ((select current_setting(%2$L, true)) is null'
    ' or (select current_setting(%2$L, true)) in (%3$L, %4$L))', kept, 'gatehouse.scope', '', 'system');
end $$;
call gatehouse_keep_to_queue('pgqueuer');
call gatehouse_keep_to_queue('pgqueuer_log');

-- As PgQueuer 1.6 does it, with its record. `once`: not while another job with this key waits or runs.
create function gatehouse_enqueue(name text, content bytea, after interval, once text) returns void
language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  perform set_config('gatehouse.scope', 'system', true);
  with added as (
    insert into pgqueuer (priority, entrypoint, payload, execute_after, dedupe_key, headers, status)
    values (0, name, content, now() + coalesce(after, interval '0'), once, '{}', 'queued')
    on conflict (dedupe_key) where status in ('queued', 'picked') and dedupe_key is not null do nothing
    returning id, priority
  )
  insert into pgqueuer_log (job_id, status, entrypoint, priority)
  select added.id, 'queued', name, added.priority from added;
  perform set_config('gatehouse.scope', scope, true);
end $$;
