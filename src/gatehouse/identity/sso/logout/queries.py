"""Statements on who somebody is at a provider. Sign-outs find the tenant, so they see all."""

from gatehouse.identity.sessions.models import EndedSession
from gatehouse.identity.sso.connections.models import Connection
from gatehouse.identity.sso.connections.queries import WHOLE
from gatehouse.identity.sso.logout.models import Leaving
from gatehouse.kit.db import Command, Query

NOTE = Command(
    """
    insert into saml_sessions
      (id, tenant_id, connection_id, user_id, session_id, issuer, name_id, subject, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    """
)
# The session comes once a second factor was shown; of several sign-ins the newest is kept.
NOTE_WITHOUT = Command(
    """
    insert into saml_sessions
      (id, tenant_id, connection_id, user_id, issuer, name_id, subject, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (connection_id, user_id) where session_id is null do update
    set issuer = excluded.issuer, name_id = excluded.name_id, subject = excluded.subject,
      created_at = excluded.created_at
    """
)

# One of these sessions that lives and began at a provider with an address for it. Where it is not known
# which of the provider's sessions it was, all of the person's are meant.
LEAVING = Query(
    Leaving,
    """
    select n.id, n.tenant_id, n.connection_id,
      case when n.session_id is null then n.subject - 'session_index' else n.subject end as subject
    from sessions s
    join saml_sessions n on n.session_id = s.id or (n.session_id is null and n.user_id = s.user_id)
    join sso_connections c on c.tenant_id = n.tenant_id and c.id = n.connection_id
    where s.id = any ($1::uuid[]) and s.ended_at is null and s.expires_at > $2 and 'saml' = any (s.amr)
      and c.slo_endpoint <> '' and c.type <> 'oidc'
    order by n.session_id is null, n.created_at desc limit 1
    """,
)

# One directory may serve several tenants.
BY_ISSUER = Query(
    Connection,
    f"""
    select {WHOLE} from sso_connections c join tenants t on t.id = c.tenant_id
    where c.idp_entity_id = $1 and c.type <> 'oidc' and t.deleted_at is null
    order by c.created_at, c.id limit 50
    """,
)

# $5: of these sessions of the provider; none for all. A session of which it is not known whether it is one of
# them ends too.
END = Query(
    EndedSession,
    """
    with named as (
      select user_id, session_id, subject ->> 'session_index' as session_index from saml_sessions
      where tenant_id = $1 and connection_id = $2 and issuer = $3 and name_id = any ($4::text[])
    )
    update sessions s set ended_at = $6, end_reason = 'provider_logout' from users u
    where u.id = s.user_id and s.ended_at is null and s.parent_id is null
      and s.user_id in (select user_id from named)
      and (
        exists (
          select from named n where n.session_id = s.id
            and (cardinality($5::text[]) = 0 or n.session_index is null or n.session_index = any ($5))
        )
        or ('saml' = any (s.amr)
          and exists (select from named n where n.session_id is null and n.user_id = s.user_id)
          and not exists (select from saml_sessions o where o.session_id = s.id))
      )
    returning s.id, s.user_id, s.tenant_id, u.email, s.impersonator_id
    """,
)
