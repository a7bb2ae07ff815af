from typing import LiteralString
from uuid import UUID

from gatehouse.identity.oauth import models
from gatehouse.identity.sessions.queries import (
    CLAIMS,
    INSIDE_LACKS_SECOND_FACTOR,
    compose_right_join,
)
from gatehouse.kit.db import Command, Query
from gatehouse.kit.db.configuration_version import VERSION, compose_version_condition

# The session of a refresh cookie that does not act for another user and whose token is unused or was used
# just now ($4 is its number; null when the session is named otherwise). The tenant: $3 when the session may
# act there, else its own. $5 is the alias of a requested tenant. Tenants in which the user may use
# application $6 come first.
BROWSER_SESSION = Query(
    models.BrowserSession,
    f"""
    select s.id as session_id, s.user_id, x.tenant_id, u.email, s.auth_time, s.amr, x.admitted,
      {INSIDE_LACKS_SECOND_FACTOR} as lacks_second_factor,
      exists (select from entry_rules e where e.tenant_id = x.tenant_id and e.is_active) as is_restricted,
      (select t.id from tenants t where t.alias = $5 and t.deleted_at is null) as asked_tenant_id,
      {VERSION} as configuration_version
    from sessions s
    join users u on u.id = s.user_id
    {compose_right_join("$6")}
    where s.id = $1 and s.ended_at is null and s.expires_at > $2 and s.parent_id is null
      and s.impersonator_id is null
      and ($4::bigint is null or s.refresh_counter between $4 and $4 + 1)
    """,
)

# Entering a tenant is rolled back to here when the tenant refuses.
BEGIN_ENTERING = Command("savepoint entering")
UNDO_ENTERING = Command("rollback to savepoint entering")

ADD_CODE = Command(
    """
    insert into authorization_codes (code_hash, application_id, redirect_uri, code_challenge, nonce,
      user_id, entering, session_id, created_at, expires_at, dpop_key, scopes)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    """
)

# The codes of sessions of user $1, which goes while its sessions stay. Codes have no reference to the user.
DELETE_CODES_OF_USER = Command(
    "delete from authorization_codes c using sessions s where s.user_id = $1 and c.session_id = s.id"
)

# Row lock: a concurrent second use waits, and finds the code used.
USE_CODE = Query(
    models.UsedCode,
    """
    with code as (
      select * from authorization_codes where code_hash = $1 for update
    ),
    used as (
      update authorization_codes a set used_at = coalesce(a.used_at, $2) from code
      where a.code_hash = code.code_hash
    )
    select application_id, redirect_uri, code_challenge, nonce, dpop_key, scopes, user_id, entering,
      session_id, expires_at, used_at is not null as was_used, granted_session_id
    from code
    """,
)

# A session ($1) of application $5 below session `s`, in tenant `m`, while `s` may act there. Its lifetime is
# limited by the tenant's policy, counted from the sign-in, and by the application ($6, seconds).
_BELOW: LiteralString = """
  $1::uuid as id, s.id as parent_id, $5::uuid as application_id, s.user_id, m.tenant_id,
  $2::timestamptz as created_at, $2::timestamptz as last_used_at, least(
    $2::timestamptz + (select make_interval(secs => p.idle_seconds) from session_policies p
      where p.tenant_id = m.tenant_id and p.idle_active),
    coalesce(
      s.auth_time + (select make_interval(secs => p.absolute_seconds) from session_policies p
        where p.tenant_id = m.tenant_id and p.absolute_active),
      $2::timestamptz + make_interval(secs => $6::int))
  ) as expires_at, $7::text as ip, $8::text as user_agent, s.auth_time, s.amr, s.remembered_at
"""
_COLUMNS: LiteralString = """
  id, parent_id, application_id, user_id, tenant_id, created_at, last_used_at, expires_at, ip, user_agent,
  auth_time, amr, remembered_at
"""


def _join_usable_membership(tenant: LiteralString) -> LiteralString:
    return f"""
      join memberships_in_force m on m.tenant_id = {tenant} and m.user_id = s.user_id and m.until > $2
        and (m.sessions_from is null or s.auth_time > m.sessions_from)
        and gatehouse_admits($5, m.tenant_id, s.user_id)
      join session_tenants r on r.session_id = s.id and r.tenant_id = m.tenant_id
        and r.ended_at is null and r.expires_at > $2
    """


_LIVES: LiteralString = "s.ended_at is null and s.expires_at > $2 and s.impersonator_id is null"
# Lock what the new session depends on. A concurrent end of that session or its right waits and then ends the
# new session too; or it commits first, and nothing is granted. Without the lock the new session could outlive
# both.
_KEPT_ALIVE: LiteralString = "for share of s, r"

# A session below session $3 in tenant $4. $9 is the key that its tokens are bound to, $10 its scopes. The
# code $11, if any, records it.
GRANT = Query(
    UUID,
    f"""
    with made as (
      insert into sessions ({_COLUMNS}, dpop_key, scopes)
      select {_BELOW}, $9::text, $10::text[] from sessions s {_join_usable_membership("$4")}
      where s.id = $3 and {_LIVES}
      {_KEPT_ALIVE}
      returning id
    ),
    noted as (
      update authorization_codes c set granted_session_id = made.id from made where c.code_hash = $11
    )
    select id from made
    """,
)

# Exchanges code $3 of application $5, issued for address $4 and challenge $9, without key and without scopes,
# while the configuration has version $10.
# Parallel uses queue on the code's row, and all but the first find it used. No row, and no change, when any
# condition is not met.
EXCHANGE = Query(
    models.ExchangedCode,
    f"""
    with fitting as (
      select c.code_hash, c.nonce, {_BELOW}
      from authorization_codes c
      join sessions s on s.id = c.session_id and {_LIVES}
      {_join_usable_membership("c.entering")}
      where c.code_hash = $3 and c.used_at is null and c.expires_at > $2 and c.application_id = $5
        and c.redirect_uri = $4 and c.code_challenge = $9 and c.dpop_key is null and c.scopes is null
        and {compose_version_condition("$10")}
      {_KEPT_ALIVE}
    ),
    used as (
      update authorization_codes c set used_at = $2, granted_session_id = fitting.id from fitting
      where c.code_hash = fitting.code_hash and c.used_at is null
      returning c.nonce
    ),
    made as (
      insert into sessions ({_COLUMNS}) select {_COLUMNS} from fitting where exists (select from used)
      returning id, user_id, tenant_id, expires_at, auth_time, amr
    )
    select s.id as session_id, s.expires_at, s.expires_at as session_expires_at, s.auth_time, s.amr,
      null::uuid as impersonator_id, used.nonce, {CLAIMS}
    from made s
    cross join used
    join users u on u.id = s.user_id
    join memberships_in_force m on m.tenant_id = s.tenant_id and m.user_id = s.user_id
    """,
)

ENDED = Query(
    models.EndedApplicationSession,
    """
    select id as session_id, application_id, user_id, tenant_id from sessions
    where id = $1 and ended_at is not null and application_id is not null
    """,
)

SECRET_OF = Query(bytes, "select secret_hash from application_secrets where application_id = $1")

# Whether a third-party client registered with client authentication by secret (RFC 7591 §2).
SHOWS_SECRET = Query(
    bool,
    """
    select exists (
      select from application_clients c join application_secrets s using (application_id)
      where c.application_id = $1
    ) as shows
    """,
)

PEOPLE_OF = Query(
    UUID,
    """
    select distinct user_id from sessions
    where id = any ($1::uuid[]) and ended_at is null and expires_at > $2
    """,
)

PARENT_OF = Query(UUID, "select parent_id from sessions where id = $1 and parent_id is not null")

OWNER_OF = Query(
    models.RefreshTokenOwner,
    "select application_id, dpop_key, scopes from sessions where id = $1 and application_id is not null",
)
