-- depends: 0042.subscriptions
-- What a licensed tool calls with its key: keys, seats that lapse, usage, and the keys that sign license files.

-- A key is looked up by its hash; the sealed copy is for its owner. A license made by the version before has
-- its key in the clear beside, until a job has sealed it.
create table license_keys (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  license_id uuid not null references licenses (id) on delete cascade,
  key_hash bytea not null unique,
  sealed_key bytea,
  created_at timestamptz not null
);
comment on column license_keys.sealed_key is 'null: still in the clear in licenses.key';
call gatehouse_protect('license_keys');
create index license_keys_by_license on license_keys (tenant_id, license_id, created_at);
create index license_keys_unsealed on license_keys (id) where sealed_key is null;

alter table licenses alter column key drop not null;
alter table licenses
  add column suspended_at timestamptz,
  add column revoked_at timestamptz,
  add column first_contact_at timestamptz;
comment on column licenses.suspended_at is 'by the vendor; no fact of the payment provider changes it';
comment on column licenses.first_contact_at is 'a tool claimed its first seat';

insert into license_keys (id, tenant_id, license_id, key_hash, created_at)
select gen_random_uuid(), tenant_id, id, sha256(convert_to(key, 'UTF8')), created_at
from licenses where key is not null;

create function gatehouse_keep_license_key() returns trigger language plpgsql as $$
begin
  insert into license_keys (id, tenant_id, license_id, key_hash, created_at)
  values (gen_random_uuid(), new.tenant_id, new.id, sha256(convert_to(new.key, 'UTF8')), new.created_at);
  return null;
end $$;
create trigger keep_license_key after insert on licenses
  for each row when (new.key is not null) execute function gatehouse_keep_license_key();

-- Whether a license may be used, and if not why; the one place that decides it.
create function gatehouse_license_code(license licenses, at timestamptz) returns text
language sql stable as $$
  select case
    when license.revoked_at is not null then 'REVOKED'
    when license.suspended_at is not null then 'SUSPENDED'
    when license.valid_to is null or license.valid_to >= at then 'VALID'
    when license.billing_status = 'paused' then 'PAUSED'
    when license.is_past_due then 'PAST_DUE'
    else 'EXPIRED'
  end
$$;

-- A seat is held until its lease ends; one without a lease until it is freed.
alter table license_seats
  add column kind text not null default 'machine',
  add column name text,
  add column hostname text,
  add column version text,
  add column lease_until timestamptz;
comment on column license_seats.kind is 'user, machine, or ci, which takes no seat and has a limit of its own';
alter table license_seats drop constraint license_seats_license_id_holder_key;

-- One message for the most frequent call: the key says the tenant, and nothing beyond it is seen from then on.
create function gatehouse_heartbeat(hash bytea, seat uuid, at timestamptz, until timestamptz)
returns table (is_known boolean, lease_until timestamptz) language plpgsql as $$
declare
  found_key license_keys;
begin
  select * into found_key from license_keys k where k.key_hash = hash;
  if not found then
    return query select false, null::timestamptz;
    return;
  end if;
  perform set_config('gatehouse.scope', '{' || found_key.tenant_id || '}', true);
  return query
    with beaten as (
      update license_seats s set last_seen_at = at, lease_until = until
      from licenses l
      where s.tenant_id = found_key.tenant_id and s.license_id = found_key.license_id and s.id = seat
        and s.lease_until > at
        and l.tenant_id = s.tenant_id and l.id = s.license_id and gatehouse_license_code(l, at) = 'VALID'
      returning s.lease_until
    )
    select true, (select b.lease_until from beaten b);
end $$;

create table license_usage (
  tenant_id uuid not null references tenants (id),
  license_id uuid not null references licenses (id) on delete cascade,
  id text not null,
  type text not null,
  subject text not null,
  at timestamptz not null,
  seconds integer,
  version text,
  received_at timestamptz not null,
  primary key (license_id, id)
);
comment on column license_usage.id is 'given by the tool: the same event again is dropped';
call gatehouse_protect('license_usage');
create index license_usage_by_time on license_usage (tenant_id, license_id, at);
create index license_usage_by_age on license_usage (received_at);

create table license_signing_keys (
  id text primary key,
  public_key bytea not null,
  sealed_private bytea not null,
  created_at timestamptz not null
);
call gatehouse_keep_to_system('license_signing_keys');
