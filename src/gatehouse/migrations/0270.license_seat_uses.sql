-- depends: 0236.paying_organizations
-- Uses of a seat, counted: several runs of a tool by one subject share a seat, which is free when the last one ends.

alter table license_seats add column uses jsonb not null default '{}';
comment on column license_seats.uses is
  'end of the lease of each use, in seconds since 1970, by the id that the tool gave it; the empty id stands for clients '
  'that name none. {} with a lease: one use without an id, claimed by an earlier version';

create function gatehouse_live_uses(uses jsonb, lease timestamptz, at timestamptz)
returns jsonb language sql immutable parallel safe as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(
    case when uses = '{}' and lease is not null then jsonb_build_object('', extract(epoch from lease)) else uses end)
  where value::numeric > extract(epoch from at)
$$;

create function gatehouse_heartbeat(hash bytea, seat uuid, at timestamptz, until timestamptz, use_id text)
returns table (is_known boolean, lease_until timestamptz) language plpgsql as $$
declare
  found_key license_keys;
begin
  select * into found_key from license_keys k
  where k.key_hash = hash and (k.valid_until is null or k.valid_until > at);
  if not found then
    return query select false, null::timestamptz;
    return;
  end if;
  perform set_config('gatehouse.scope', '{' || found_key.tenant_id || '}', true);
  return query
    with beaten as (
      update license_seats s set last_seen_at = at, lease_until = greatest(s.lease_until, until),
        uses = gatehouse_live_uses(s.uses, s.lease_until, at) || jsonb_build_object(use_id, extract(epoch from until))
      from licenses l
      where s.tenant_id = found_key.tenant_id and s.license_id = found_key.license_id and s.id = seat
        and s.lease_until > at and gatehouse_live_uses(s.uses, s.lease_until, at) ? use_id
        and l.tenant_id = s.tenant_id and l.id = s.license_id and gatehouse_license_code(l, at) = 'VALID'
      returning s.id
    )
    select true, case when exists (select from beaten) then until end;
end $$;
