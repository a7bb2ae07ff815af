"""Statements on the use of a license; JSON, and no row when the tenant has no such license."""

from typing import LiteralString

from gatehouse.kit.db import Query
from gatehouse.kit.db.as_json import instant_as_json
from gatehouse.licensing.licenses.queries import select_used_seats

# $2: the fingerprint, $3: or our own id.
_NAMED: LiteralString = """
  select * from licenses
  where tenant_id = $1 and (fingerprint = $2::text or id = $3::uuid)
"""

# The last 30 days of UTC, today included; a day without use is left out. $5: their first instant.
STATISTICS = Query(
    str,
    f"""
    with l as materialized ({_NAMED}), u as materialized (
      select u.subject, u.type, u.seconds, u.version, (u.at at time zone 'UTC')::date as day
      from license_usage u join l on u.tenant_id = $1 and u.license_id = l.id
      where u.at >= $5::timestamptz and u.at <= $4
    )
    select json_build_object(
      'from', {instant_as_json("$5::timestamptz")}, 'maxSeats', l.max_seats,
      'usedSeats', {select_used_seats("$4")},
      'monthlyActive', (select count(distinct subject) from u),
      'dailyActive', (select count(distinct subject) from u
        where day = ($4::timestamptz at time zone 'UTC')::date),
      'sessions', (select count(*) from u where type = 'session'),
      'sessionSeconds', (select coalesce(sum(seconds), 0) from u where type = 'session'),
      'days', coalesce((select json_agg(json_build_object('day', day, 'active', active,
          'sessions', sessions, 'sessionSeconds', seconds) order by day)
        from (select day, count(distinct subject) as active,
            count(*) filter (where type = 'session') as sessions,
            coalesce(sum(seconds) filter (where type = 'session'), 0) as seconds
          from u group by day) by_day), '[]'),
      'versions', coalesce((select json_agg(json_build_object('version', version, 'active', active)
          order by active desc, version)
        from (select version, count(distinct subject) as active from u
          where version is not null group by version order by 2 desc, 1 limit 20) by_version), '[]')
    )::text from l
    """,
)

CHECKLIST = Query(
    str,
    f"""
    with l as materialized ({_NAMED})
    select json_build_object(
      'organization', {instant_as_json("o.created_at")}, 'license', {instant_as_json("l.created_at")},
      'firstContact', {instant_as_json("l.first_contact_at")},
      'firstSession', (select {instant_as_json("min(u.at)")} from license_usage u
        where u.tenant_id = $1 and u.license_id = l.id),
      'secondPerson', (select {instant_as_json("m.created_at")} from memberships m
        where m.tenant_id = $1 order by m.created_at offset 1 limit 1),
      'paymentMethod', (select {instant_as_json("min(s.linked_at)")} from license_subscriptions s
        where s.tenant_id = $1 and s.license_id = l.id)
    )::text
    from l join organizations o on o.tenant_id = $1 and o.id = l.organization_id
    """,
)
