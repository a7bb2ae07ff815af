"""Statements of a sign-in, in the order in which they run: the account of a password, the user and the tenant
to enter, the session; then those of refusals and pending sign-ins."""

from datetime import datetime
from typing import LiteralString
from uuid import UUID

from gatehouse.audit.queries import ADD_ENTRIES, ENQUEUE_FAN_OUT
from gatehouse.identity.ownership.user_rows import UserRows
from gatehouse.identity.sessions.models import Started
from gatehouse.identity.sessions.queries import CLAIMS, compose_sso_required
from gatehouse.identity.sign_in import models
from gatehouse.kit.db import Command, Query
from gatehouse.kit.db.configuration_version import VERSION

# The tenant in whose audit log an attempt of user `u` is recorded: none that only invited the user, because
# it would learn of the account.
AUDIT_TENANT: LiteralString = """(
    select m.tenant_id from memberships m
    where m.user_id = u.id and (m.activated or m.invited_by is null)
    order by (m.tenant_id = u.default_tenant_id) is true desc, m.created_at limit 1
  )"""
# $1 email address or user name, $2 its hash, $3 location, $4 since when a location counts as known, $5
# default maximum of attempts (null: unlimited). A known user is counted by the primary email address,
# whatever was typed. A lock of a known location from before the last password change is void. Only policies
# of tenants that the user has joined apply, because any tenant can invite any user.
ACCOUNT = Query(
    models.LoginAccount,
    f"""
    select u.id as user_id, coalesce(u.email, $1) as email, coalesce(u.verified, false) as verified,
      coalesce(u.mfa_enrolled and not u.mfa_bypass, false) as mfa_enrolled,
      p.hash, p.changed_at, p.breached_at is not null as was_breached,
      {AUDIT_TENANT} as home_tenant_id,
      coalesce(place.succeeded_at > $4, false) as is_known_place,
      case when p.user_id is null then of_subject.locked_until else p.locked_until end
        as account_locked_until,
      case when p.changed_at > place.updated_at then null else place.locked_until end
        as place_locked_until,
      (
        select case when count(*) = 0 then $5::int
          else min(case when l.tenant_id is null then $5 when l.enabled then l.max_attempts end) end
        from memberships m left join lockout_policies l on l.tenant_id = m.tenant_id
        where m.user_id = u.id and m.activated
      ) as max_attempts,
      {compose_sso_required("coalesce(u.email, $1)")} as sso_required,
      {VERSION} as configuration_version
    from (select gatehouse_user_of($1) as id) as asked
    left join users u on u.id = asked.id
    left join passwords p on p.user_id = u.id
    left join sign_in_attempts place
      on place.subject = coalesce(sha256(convert_to(u.email, 'UTF8')), $2) and place.address = $3
    left join sign_in_attempts of_subject on of_subject.subject = $2 and of_subject.address = ''
    """,
)


# Whether password `p` may be used at this location now: a known one has a lockout of its own, all others that
# of the account.
def compose_not_locked(
    is_known_place: LiteralString, subject: LiteralString, place: LiteralString, now: LiteralString
) -> LiteralString:
    return f"""
      case when {is_known_place}::bool then not exists (
        select from sign_in_attempts a
        where a.subject = {subject} and a.address = {place} and a.locked_until > {now}
          and a.updated_at >= p.changed_at
      ) else (p.locked_until > {now}) is not true end
    """


PASSWORD_CHANGED_AT = Query(datetime, "select changed_at from passwords where user_id = $1")


# The user and the tenant to enter: the requested one by id ($3) or alias ($4), else the one in which the user
# acts in application $6 (null: any application), else the default, else the first; before all, tenants whose
# members may use that application. $5 is the hash of a remembered browser's token, which is valid as far as
# the tenant's policy allows, and only for the password that it was issued with. $7 is the location, $8 since
# when one counts as known. Nothing is locked here: `START_SESSION` compares `user_version`.
CANDIDATE = Query(
    models.SignInCandidate,
    f"""
    select {CLAIMS},
      u.xmin::text as user_version,
      u.mfa_enrolled and not u.mfa_bypass as mfa_enrolled, u.mfa_enrolled as has_factor,
      case when u.mfa_bypass then 'DontForce' else coalesce(p.enforce_mfa_type, v.mfa_enforcement)
        end as enforce_mfa,
      (
        select d.created_at from remembered_devices d
        where d.token_hash = $5 and d.user_id = u.id and d.expires_at > $2
          and coalesce(p.allow_remember_my_device, v.mfa_remember_device)
          and d.created_at + make_interval(
            secs => coalesce(p.mfa_device_expiration, v.mfa_device_seconds)) > $2
          and (w.changed_at > d.created_at) is not true
      ) as remembered_at,
      exists (
        select from entry_rules e where e.tenant_id = m.tenant_id and e.is_active
      ) as is_restricted,
      case when r.is_active then w.changed_at + make_interval(mins => r.rotation_period) end
        as password_until,
      coalesce(r.notification_period, 0) as notice_minutes,
      {compose_sso_required("u.email")} as sso_required, m.admitted,
      u.last_login_at is not null as has_signed_in,
      coalesce(a.succeeded_at > $8, false) as is_known_place,
      coalesce(a.succeeded_at > $2 - interval '1 hour' and a.failed_attempts = 0
        and a.locked_until is null, false) as was_here_lately,
      coalesce(w.failed_attempts > 0, false) as has_failed_attempts,
      coalesce(s.concurrent_active, false) as has_session_limit
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
    left join session_policies s on s.tenant_id = m.tenant_id
    left join passwords w on w.user_id = u.id
    left join sign_in_attempts a
      on a.subject = sha256(convert_to(u.email, 'UTF8')) and a.address = $7
    where u.id = $1
    """,
)


# Starts session $22 of user $20 in tenant $18, as long as the tenant's policy allows, at time $19, in a
# browser that was remembered at $27. No row, and no change, where something differs from what the decision
# relied on: the password that was verified ($30; null: none, or its row is locked already) or its lockout,
# the user's row ($21), access to the tenant, or a limit of concurrent sessions that will not be applied
# ($32: it will). Each is checked behind the lock of its row, in the order of every sign-in: a concurrent
# change waits, and then ends the session that begins now; or it comes first, and no session begins. `waiting`
# says what to do about a row that is locked: what is read after a wait, such as whether the tenant is
# suspended, may be as old as the beginning of the statement.
#
# The location ($29, of the email hash $28) is known from now on, and its failures are reset, unless that was
# done within the hour ($33). The visit is recorded once an hour: lists of all the user's tenants sort by it.
# The first 17 parameters are the announcement, as in `audit/queries.py`.
def _compose_start_session(waiting: LiteralString) -> LiteralString:
    return f"""
    with policy as (select * from session_policies where tenant_id = $18),
    secret as (
      select from passwords p
      where p.user_id = $20 and p.changed_at = $30 and {compose_not_locked("$31", "$28", "$29", "$19")}
      for no key update {waiting}
    ),
    person as (
      select from users u
      where u.id = $20 and u.xmin = $21::text::xid and ($30 is null or exists (select from secret))
      for no key update {waiting}
    ),
    member as (
      select from memberships m
      where m.tenant_id = $18 and m.user_id = $20 and m.activated and not m.is_disabled
        and (m.temporary_expires_at <= $19) is not true and (m.sessions_from >= $19) is not true
        and exists (select from person)
      for no key update {waiting}
    ),
    started as (
      insert into sessions (id, user_id, tenant_id, created_at, last_used_at, expires_at, ip,
        user_agent, auth_time, amr, remembered_at)
      select $22, $20, $18, $19, $19, least(
          $19::timestamptz + (
            select make_interval(secs => idle_seconds) from policy where idle_active),
          $19::timestamptz + coalesce((
            select make_interval(secs => absolute_seconds) from policy where absolute_active),
            make_interval(secs => $25::int))
        ), $23::text, $24::text, $19, $26::text[], $27::timestamptz
      where exists (select from member)
        and exists (select from memberships_in_force f where f.tenant_id = $18 and f.user_id = $20)
        and ($32::bool or (select concurrent_active from policy) is not true)
      returning expires_at
    ),
    place as (
      insert into sign_in_attempts (subject, address, succeeded_at, updated_at)
      select $28, $29, $19, $19 where not $33::bool and exists (select from started)
      on conflict (subject, address) do update
        set failed_attempts = 0, locked_until = null, succeeded_at = $19, updated_at = $19
    ),
    login as (
      update users set last_login_at = $19
      where id = $20 and (last_login_at > $19::timestamptz - interval '1 hour') is not true
        and exists (select from started)
    ),
    visit as (
      update memberships set last_seen_at = $19
      where tenant_id = $18 and user_id = $20
        and (last_seen_at > $19::timestamptz - interval '1 hour') is not true
        and exists (select from started)
    ),
    audited as ({ADD_ENTRIES} where exists (select from started)),
    told as ({ENQUEUE_FAN_OUT} and exists (select from started))
    select s.expires_at, (select concurrent_active from policy) is true as is_limited
    from started s cross join (select count(*) from told) announced
    """


# For a transaction that has locked the user.
START_SESSION = Query(Started, _compose_start_session(""))
# Without a transaction: a row that is locked is as one that has changed.
START_SESSION_AT_ONCE = Query(Started, _compose_start_session("skip locked"))
IS_LOCKED = Query(bool, "select locked_at is not null as is_locked from users where id = $1")

# Whether the password has changed since $2, which ended all earlier sessions. Locked, so that a concurrent
# change waits and then ends the session that begins now.
HAS_NEW_PASSWORD = Query(
    bool,
    "select changed_at > $2 as has_new_password from passwords where user_id = $1 for no key update",
)

# Whether the user may enter the tenant; $4 is a guarded application of the vendor, as in `CANDIDATE`.
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
HOME = Query(UUID, f"select {AUDIT_TENANT} as tenant_id from users u where u.id = $1")
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
    models.PendingSignIn,
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
    models.RememberingRule,
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

# $1 hash of the email, $2 location, $3 since when a location counts as known.
IS_KNOWN_PLACE = Query(
    bool,
    "select exists (select from sign_in_attempts"
    " where subject = $1 and address = $2 and succeeded_at > $3) as is_known",
)
PENDING_SIGN_IN_ROWS = UserRows("pending_sign_ins")
LOCKED_ACCOUNT_HOLDER = Query(
    models.LockedAccountHolder,
    "select id as user_id, email, default_tenant_id as tenant_id from users where id = $1 and verified",
)

# User $2, if tenant $1 wants the mail. Only to a verified address.
REFUSAL_RECIPIENT = Query(
    models.RefusalRecipient,
    """
    select u.email, u.name from users u join entry_rules e on e.tenant_id = $1
    where u.id = $2 and u.verified and e.country_active and e.country_mail
    """,
)
