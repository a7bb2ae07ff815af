-- depends: 0214.native_sign_in
-- People are erased on demand. What the audit says of them is replaced by a pseudonym, and a record beside each
-- entry leads from what its block holds to what it says now (ADR 26).

alter table users add column erasing_since timestamptz;
comment on column users.erasing_since is 'nothing of the person is left in the row; it goes when every trace has';

create table person_erasures (
  id uuid primary key,
  pseudonym text not null,
  reason text not null,
  asked_by text not null,
  asked_at timestamptz not null,
  sealed_person bytea,
  stage text not null default 'rows',
  place text[] not null default '{}',
  entries bigint not null default 0,
  finished_at timestamptz
);
comment on column person_erasures.sealed_person is
  'addresses, numbers, names and the id that are looked for; gone once everything is done';
comment on column person_erasures.stage is 'what is being gone through; place: what of it is done, so that a stop loses nothing';
comment on column person_erasures.entries is 'how many of the audit were changed';
call gatehouse_keep_to_system('person_erasures');
create index person_erasures_newest on person_erasures (asked_at desc, id desc);
create index person_erasures_open on person_erasures (asked_at) where finished_at is null;

-- A person who comes after somebody whose id is retired (they were erased, or became part of another account) gets
-- another id, and the same one each time, as for every address: a product may still know things by the old one.
-- Who has not the key of `person_id_keys` finds nobody by it.
create table person_id_successors (
  retired_hash bytea primary key,
  seed bytea not null
);
comment on table person_id_successors is 'retired_hash: SHA-256 of an id that nobody gets again';
call gatehouse_keep_to_system('person_id_successors');

create or replace function gatehouse_person_id(address text) returns uuid language plpgsql as $$
declare
  called bytea := convert_to(address, 'UTF8');
  id uuid;
  next bytea;
begin
  loop
    select encode(set_byte(set_byte(made, 6, get_byte(made, 6) & 15 | 64), 8, get_byte(made, 8) & 63 | 128), 'hex')::uuid
    into id from person_id_keys, substring(sha256(key || called) for 16) made;
    select s.seed into next from person_id_successors s where s.retired_hash = sha256(convert_to(id::text, 'UTF8'));
    exit when not found;
    called := next || convert_to(address, 'UTF8');
  end loop;
  return id;
end $$;

-- One for each time an entry was changed. Entries that belong to no account are under the id of nothing but zeros.
create table audit_erasures (
  tenant_id uuid not null,
  created_at timestamptz not null,
  entry_id uuid not null,
  digest_before bytea not null,
  digest_after bytea not null,
  erased_at timestamptz not null,
  mac bytea not null,
  primary key (created_at, entry_id, digest_before)
);
comment on column audit_erasures.created_at is 'of the entry';
call gatehouse_protect('audit_erasures');
revoke all on audit_erasures from gatehouse_app;
grant select, delete on audit_erasures to gatehouse_app;
create index audit_erasures_by_tenant on audit_erasures (tenant_id, created_at);

-- Takes persons out of entries, each with its record; how many were changed. An entry that says something else by
-- now than was looked at is left alone. Whoever calls it may change nothing in the audit by itself, and nothing but
-- this: what `mac` is made with, no database has.
create function gatehouse_erase_in_audits(entries jsonb, at timestamptz) returns integer
language plpgsql security definer as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
  changed integer;
  as_said boolean;
begin
  perform set_config('gatehouse.scope', 'system', true);
  with wanted as (
    select * from jsonb_to_recordset(entries) e (created_at timestamptz, id uuid, description text,
      actor_user_id uuid, actor_email text, impersonator_id uuid, acted boolean, data jsonb, before text,
      after text, mac text)
  ), erased as (
    update public.audits a set description = w.description, actor_user_id = w.actor_user_id,
      actor_email = w.actor_email, impersonator_id = w.impersonator_id, data = w.data,
      ip = case when not w.acted then a.ip end, user_agent = case when not w.acted then a.user_agent end
    from wanted w
    where a.created_at = w.created_at and a.id = w.id
      and public.gatehouse_audit_digest(a) = decode(w.before, 'hex')
    returning a.tenant_id, a.created_at, a.id, w.before, w.after, w.mac, public.gatehouse_audit_digest(a) as digest
  ), recorded as (
    insert into public.audit_erasures (tenant_id, created_at, entry_id, digest_before, digest_after, erased_at, mac)
    select coalesce(tenant_id, '00000000-0000-0000-0000-000000000000'), created_at, id, decode(before, 'hex'),
      digest, at, decode(mac, 'hex')
    from erased
  )
  select count(*), bool_and(digest = decode(after, 'hex')) into changed, as_said from erased;
  if not as_said then
    raise exception 'an entry of the audit does not say what its record tells';
  end if;
  perform set_config('gatehouse.scope', scope, true);
  return changed;
end $$;
revoke execute on function gatehouse_erase_in_audits from public;
grant execute on function gatehouse_erase_in_audits to gatehouse_app;

-- As before; the records of what is forgotten go too.
create or replace function gatehouse_forget_audits(today timestamptz, most integer) returns integer
language plpgsql security definer as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
  forgotten integer;
begin
  perform set_config('gatehouse.scope', 'system', true);
  with past as materialized (
    select a.created_at, a.id
    from public.tenants t
    cross join lateral (
      select e.created_at, e.id from public.audits e
      where e.tenant_id = t.id
        and e.created_at < public.gatehouse_audit_kept_since(today, t.audit_retention_days)
      order by e.created_at limit most
    ) a
    where t.audit_retention_days is not null
    limit most
  )
  delete from public.audits a using past where a.created_at = past.created_at and a.id = past.id;
  get diagnostics forgotten = row_count;
  if forgotten < most then
    delete from public.audit_blocks b using public.tenants t
    where t.audit_retention_days is not null and b.tenant_id = t.id
      and b.last_at < public.gatehouse_audit_kept_since(today, t.audit_retention_days);
    delete from public.audit_erasures e using public.tenants t
    where t.audit_retention_days is not null and e.tenant_id = t.id
      and e.created_at < public.gatehouse_audit_kept_since(today, t.audit_retention_days);
  end if;
  perform set_config('gatehouse.scope', scope, true);
  return forgotten;
end $$;
