"""Statements on the use of a license; each answers as JSON, or `null` when the tenant has no such license."""

from typing import LiteralString

from gatehouse.access.single_statement_reads import compose_authorized_select
from gatehouse.kit.db import Query
from gatehouse.kit.db.as_json import instant_as_json
from gatehouse.licensing.licenses.queries import select_used_seats

# $6: the fingerprint, $7: or our own id.
_NAMED: LiteralString = """
  select * from licenses
  where tenant_id = $3 and (fingerprint = $6::text or id = $7::uuid)
"""

# The last 30 days of UTC, today included; a day without use is left out. $8: their first instant.
STATISTICS = Query(
    str,
    compose_authorized_select(f"""
    coalesce((
      with l as materialized ({_NAMED}), u as materialized (
        select u.subject, u.type, u.seconds, u.version, (u.at at time zone 'UTC')::date as day
        from license_usage u join l on u.tenant_id = $3 and u.license_id = l.id
        where u.at >= $8::timestamptz and u.at <= $4
      )
      select json_build_object(
        'from', {instant_as_json("$8::timestamptz")}, 'maxSeats', l.max_seats,
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
    ), 'null')
    """),
)

CHECKLIST = Query(
    str,
    compose_authorized_select(f"""
    coalesce((
      with l as materialized ({_NAMED})
      select json_build_object(
        'organization', {instant_as_json("o.created_at")}, 'license', {instant_as_json("l.created_at")},
        'firstContact', {instant_as_json("l.first_contact_at")},
        'firstSession', (select {instant_as_json("min(u.at)")} from license_usage u
          where u.tenant_id = $3 and u.license_id = l.id),
        'secondPerson', (select {instant_as_json("m.created_at")} from memberships m
          where m.tenant_id = $3 order by m.created_at offset 1 limit 1),
        'paymentMethod', (select {instant_as_json("min(s.linked_at)")} from license_subscriptions s
          where s.tenant_id = $3 and s.license_id = l.id)
      )::text
      from l join organizations o on o.tenant_id = $3 and o.id = l.organization_id
    ), 'null')
    """),
)
