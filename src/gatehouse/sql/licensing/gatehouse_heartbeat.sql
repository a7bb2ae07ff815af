-- Renews the lease of one use of a seat in one round trip: the license key names the tenant, and the
-- statement then runs in the scope of that tenant.
-- test: tests/licensing/test_machine_seats.py::test_a_seat_lapses_without_a_heartbeat_and_not_before
create or replace function gatehouse_heartbeat(hash bytea, seat uuid, at timestamptz, until timestamptz, use_id text)
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
