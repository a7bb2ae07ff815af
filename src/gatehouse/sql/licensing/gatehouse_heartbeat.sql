-- Renews the lease of one use of a seat in one round trip: the license key names the tenant, and the
-- statement then runs in the scope of that tenant. A seat from before uses had names has one without a name.
-- Only a seat with several uses pays for finding those that have expired.
-- test: tests/licensing/test_machine_seats.py::test_a_seat_lapses_without_a_heartbeat_and_not_before
create or replace function gatehouse_heartbeat(hash bytea, seat uuid, at timestamptz, until timestamptz, use_id text)
returns table (is_known boolean, lease_until timestamptz) language plpgsql as $$
declare
  key_tenant uuid;
  key_license uuid;
  key_scope text;
begin
  select k.tenant_id, k.license_id into key_tenant, key_license from license_keys k
  where k.key_hash = hash and (k.valid_until is null or k.valid_until > at);
  is_known := found;
  if is_known then
    key_scope := set_config('gatehouse.scope', '{' || key_tenant || '}', true);
    update license_seats s set last_seen_at = at, lease_until = greatest(s.lease_until, until),
      uses = case when s.uses - use_id = '{}' then '{}' else gatehouse_live_uses(s.uses, s.lease_until, at) end
        || jsonb_build_object(use_id, extract(epoch from until))
    from licenses l
    where s.tenant_id = key_tenant and s.license_id = key_license and s.id = seat and s.lease_until > at
      and case when s.uses = '{}' then use_id = '' else (s.uses ->> use_id)::numeric > extract(epoch from at) end
      and l.tenant_id = s.tenant_id and l.id = s.license_id and gatehouse_license_code(l, at) = 'VALID';
    if found then
      lease_until := until;
    end if;
  end if;
  return next;
end $$;
