from datetime import datetime

from gatehouse.identity.login.models import LoginAccount
from gatehouse.identity.sessions.entry_queries import sso_required
from gatehouse.kit.db import Query

# $1 email address or user name, $2 its hash, $3 location, $4 since when a location counts as known, $5
# default maximum of attempts (null: unlimited). A known user is counted by the primary email address,
# whatever was typed. A lock of a known location from before the last password change is void. Only policies
# of tenants that the user has joined apply, because any tenant can invite any user.
ACCOUNT = Query(
    LoginAccount,
    f"""
    select u.id as user_id, coalesce(u.email, $1) as email, coalesce(u.verified, false) as verified,
      p.hash, p.changed_at,
      (
        select m.tenant_id from memberships m
        where m.user_id = u.id and (m.activated or m.invited_by is null)
        order by (m.tenant_id = u.default_tenant_id) is true desc, m.created_at limit 1
      ) as home_tenant_id,
      coalesce(place.succeeded_at > $4, false) as is_known_place,
      case when p.user_id is null then nobody.locked_until else p.locked_until end
        as account_locked_until,
      case when p.changed_at > place.updated_at then null else place.locked_until end
        as place_locked_until,
      case when exists (select from memberships m where m.user_id = u.id and m.activated) then (
        select min(case when l.tenant_id is null then $5::int when l.enabled then l.max_attempts end)
        from memberships m left join lockout_policies l on l.tenant_id = m.tenant_id
        where m.user_id = u.id and m.activated
      ) else $5 end as max_attempts,
      {sso_required("coalesce(u.email, $1)")} as sso_required
    from (select gatehouse_user_of($1) as id) as asked
    left join users u on u.id = asked.id
    left join passwords p on p.user_id = u.id
    left join sign_in_attempts place
      on place.subject = coalesce(sha256(convert_to(u.email, 'UTF8')), $2) and place.address = $3
    left join sign_in_attempts nobody on nobody.subject = $2 and nobody.address = ''
    """,
)

PASSWORD_CHANGED_AT = Query(datetime, "select changed_at from passwords where user_id = $1")
