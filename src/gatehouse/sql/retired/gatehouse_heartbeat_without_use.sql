-- Retired: this version does not call it. Renews the lease of a seat without named uses.
create or replace function gatehouse_heartbeat(hash bytea, seat uuid, at timestamptz, until timestamptz)
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
      update license_seats s set last_seen_at = at, lease_until = until
      from licenses l
      where s.tenant_id = found_key.tenant_id and s.license_id = found_key.license_id and s.id = seat
        and s.lease_until > at
        and l.tenant_id = s.tenant_id and l.id = s.license_id and gatehouse_license_code(l, at) = 'VALID'
      returning s.lease_until
    )
    select true, (select b.lease_until from beaten b);
end $$;
