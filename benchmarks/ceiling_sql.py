"""The ceiling's statements: the product's own where one statement does all, else as few as possible."""

from gatehouse.identity.profile import queries as profile
from gatehouse.identity.sessions import queries as sessions
from gatehouse.licensing.license_api import queries as machine
from gatehouse.licensing.licenses import seat_queries as seats

# Session, person, tenant, now: the answer as JSON.
ME = profile.ME.sql

# Session, now, no other tenant, number of the token, seconds, no OAuth client, tenant or application: what
# the new access token says.
REFRESH = sessions.ROTATE.sql

# Hash of the key, now, and no subject: the answer as JSON.
VALIDATE = machine.VALIDATE.sql

# Hash of the key, seat, now, the end of the lease, the only use of the seat.
HEARTBEAT = seats.HEARTBEAT.sql

USERS = """
select u.id, u.email, u.name, u.profile_picture_url, u.metadata, u.verified, u.provider,
  u.created_at, u.last_login_at,
  (select array_agg(role_id) from membership_roles mr
   where mr.tenant_id = r.tenant_id and mr.user_id = r.user_id) as roles
from roster r join users u on u.id = r.user_id
where r.tenant_id = $1 and ($2 = '%%' or r.name || ' ' || r.email like $2)
order by r.created_at desc nulls last, r.user_id desc limit $3 offset $4
"""

USERS_TOTAL = """
select count(*) from roster r
where r.tenant_id = $1 and ($2 = '%%' or r.name || ' ' || r.email like $2)
"""

LICENSES = """
select l.*, count(s.id) as seats from licenses l
left join license_seats s on s.license_id = l.id
where l.tenant_id = $1 group by l.id order by l.created_at, l.id
"""
