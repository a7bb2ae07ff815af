-- The uses of a seat whose lease has not expired. A seat from before uses had names has one without a name.
-- test: tests/licensing/test_machine_seats.py::test_a_use_lapses_alone_and_the_seat_with_the_last_one
create or replace function gatehouse_live_uses(uses jsonb, lease timestamptz, at timestamptz)
returns jsonb language sql immutable parallel safe as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(
    case when uses = '{}' and lease is not null then jsonb_build_object('', extract(epoch from lease)) else uses end)
  where value::numeric > extract(epoch from at)
$$;
