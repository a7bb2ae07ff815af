from datetime import datetime
from uuid import UUID

from gatehouse.identity.ownership.user_rows import UserRows
from gatehouse.identity.sessions.entry_queries import sso_required
from gatehouse.identity.sessions.queries import (
    CLAIMS,
)
from gatehouse.identity.sign_in.models import PendingSignIn, RememberingRule, SignInCandidate
from gatehouse.kit.db import Command, Query

IS_LOCKED = Query(bool, "select locked_at is not null as is_locked from users where id = $1")


# The user and the tenant to enter: the requested one by id ($3) or alias ($4), else the one in which the user
# acts in application $6 (null: any application), else the default, else the first; before all, tenants whose
# members may use that application. $5 is the hash of a remembered browser's token, which is valid as far as
# the tenant's policy allows, and only for the password that it was issued with. The user is locked, so that
# parallel sign-ins respect the limit of concurrent sessions.
ENTRANT = Query(
    SignInCandidate,
    f"""
    select {CLAIMS}, u.mfa_enrolled and not u.mfa_bypass as mfa_enrolled, u.mfa_enrolled as has_factor,
      case when u.mfa_bypass then 'DontForce' else coalesce(p.enforce_mfa_type, v.mfa_enforcement)
        end as enforce_mfa,
      (
        select d.created_at from remembered_devices d
        where d.token_hash = $5 and d.user_id = u.id and d.expires_at > $2
          and coalesce(p.allow_remember_my_device, v.mfa_remember_device)
          and d.created_at + make_interval(
            secs => coalesce(p.mfa_device_expiration, v.mfa_device_seconds)) > $2
          and not exists (
            select from passwords w where w.user_id = u.id and w.changed_at > d.created_at)
      ) as remembered_at, exists (
        select from entry_rules e where e.tenant_id = m.tenant_id and e.is_active
      ) as is_restricted,
      (
        select w.changed_at + make_interval(mins => r.rotation_period) from passwords w
        where w.user_id = u.id and r.is_active
      ) as password_until,
      coalesce(r.notification_period, 0) as notice_minutes,
      {sso_required("u.email")} as sso_required, m.admitted
    from users u cross join vendor v
    join lateral (
      select f.*, $6::uuid is null or gatehouse_admits($6, f.tenant_id, u.id) as admitted
      from memberships_in_force f join tenants t on t.id = f.tenant_id
      where f.user_id = u.id and f.until > $2
      order by $6::uuid is null or gatehouse_admits($6, f.tenant_id, u.id) desc,
        (f.tenant_id = $3) is true desc, (t.alias = $4) is true desc,
        (f.tenant_id = (
          select a.tenant_id from application_active_tenants a
          where a.user_id = u.id and a.application_id = $6
        )) is true desc,
        (f.tenant_id = u.default_tenant_id) is true desc, f.created_at, f.tenant_id
      limit 1
    ) m on true
    left join mfa_policies p on p.tenant_id = m.tenant_id
    left join password_rotation_policies r on r.tenant_id = m.tenant_id
    where u.id = $1
    for no key update of u
    """,
)

# Whether the password has changed since $2, which ended all earlier sessions. Locked, so that a concurrent
# change waits and then ends the session that begins now.
HAS_NEW_PASSWORD = Query(
    bool,
    "select changed_at > $2 as has_new_password from passwords where user_id = $1 for no key update",
)

# Whether the user may enter the tenant; $4 is a guarded application of the vendor, as in `ENTRANT`.
MAY_ENTER = Query(
    bool,
    "select exists (select from memberships_in_force f"
    " where f.tenant_id = $1 and f.user_id = $2 and f.until > $3"
    " and ($4::uuid is null or gatehouse_admits($4, $1, $2))) as may_enter",
)

# The user's tenant that the vendor has suspended.
SUSPENDED = Query(
    UUID,
    """
    select t.id from memberships m join tenants t on t.id = m.tenant_id
    where m.user_id = $1 and m.activated and not m.is_disabled
      and coalesce(m.temporary_expires_at, 'infinity') > $2
      and t.deleted_at is null and t.suspended_at is not null
    order by m.created_at limit 1
    """,
)

# Whether a membership of this user becomes active once the email is verified, by the rule of the activation
# email (`identity/activation`).
AWAITS_VERIFICATION = Query(
    bool,
    """
    select exists (
      select from memberships m
      join users u on u.id = m.user_id and not u.verified
      join tenants t on t.id = m.tenant_id and t.deleted_at is null
      where m.user_id = $1 and not m.is_disabled
        and coalesce(m.temporary_expires_at, 'infinity') > $2
    ) as awaits_verification
    """,
)

# The tenant in which a refusal is recorded, for a user who may not enter any.
HOME = Query(
    UUID,
    """
    select m.tenant_id from memberships m join users u on u.id = m.user_id
    where m.user_id = $1 and (m.activated or m.invited_by is null)
    order by (m.tenant_id = u.default_tenant_id) is true desc, m.created_at limit 1
    """,
)

ADD_PENDING = Command(
    """
    insert into pending_sign_ins (id, token_hash, purpose, step, user_id, entering, session_id, amr,
      created_at, expires_at, invitation)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    """
)

# Locked, so that parallel attempts count one after the other. A changed password or an ended session ends the
# pending sign-in; so does an MFA factor that was enrolled elsewhere meanwhile, where this sign-in would
# enroll the first.
PENDING = Query(
    PendingSignIn,
    """
    select p.id, p.purpose, p.step, p.user_id, p.entering, p.session_id, p.invitation, p.amr, p.tries,
      u.email, p.sealed_authenticator, p.expires_at
    from pending_sign_ins p join users u on u.id = p.user_id
    where p.token_hash = $1 and p.expires_at > $2 and p.tries < $3
      and not exists (
        select from passwords w where w.user_id = p.user_id and w.changed_at > p.created_at)
      and (p.step <> 'enroll_second_factor' or not u.mfa_enrolled)
      and (p.session_id is null or exists (
        select from sessions s where s.id = p.session_id and s.ended_at is null and s.expires_at > $2))
    for update of p
    """,
)

# Joining by a link is rolled back to here when the sign-in is refused or not complete yet.
BEGIN_JOINING = Command("savepoint joining")
UNDO_JOINING = Command("rollback to savepoint joining")

KEEP_SECRET = Command("update pending_sign_ins set sealed_authenticator = $2 where id = $1")

# The rule of the tenant of a pending sign-in on remembered browsers.
REMEMBERING = Query(
    RememberingRule,
    """
    select coalesce(p.allow_remember_my_device, v.mfa_remember_device) as is_allowed,
      coalesce(p.mfa_device_expiration, v.mfa_device_seconds) as seconds
    from tenants t cross join vendor v left join mfa_policies p on p.tenant_id = t.id
    where t.id = $1
    """,
)
ENTERING = Query(
    UUID,
    "select entering from pending_sign_ins where token_hash = $1 and expires_at > $2 and tries < $3",
)

COUNT_TRY = Command("update pending_sign_ins set tries = tries + 1 where id = $1")
END_PENDING = Command("delete from pending_sign_ins where id = $1")
END_PENDING_OF = Command("delete from pending_sign_ins where user_id = $1")

FORGET = Command(
    "delete from pending_sign_ins where id in ("
    "select id from pending_sign_ins where expires_at < $1 order by expires_at limit $2)"
)
OLDEST_TO_FORGET = Query(datetime, "select min(expires_at) as expired_at from pending_sign_ins")

# $1 hash of the email, $2 location, $3 since when a location counts as known.
IS_KNOWN_PLACE = Query(
    bool,
    "select exists (select from sign_in_attempts"
    " where subject = $1 and address = $2 and succeeded_at > $3) as is_known",
)

PENDING_SIGN_IN_ROWS = UserRows("pending_sign_ins")
