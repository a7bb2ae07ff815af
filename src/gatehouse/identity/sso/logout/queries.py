"""Statements on the identities of sessions at SAML providers. They cover all tenants, because a sign-out does
not name its tenant."""

from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.connections.queries import WHOLE
from gatehouse.identity.sso.logout.models import SamlSessionToSignOut
from gatehouse.kit.db import Command, Query

NOTE = Command(
    """
    insert into saml_sessions
      (id, tenant_id, connection_id, user_id, session_id, issuer, name_id, subject, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    """
)
# The session starts only after MFA is completed. Of several sign-ins only the newest is kept.
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

# An active session that began at a provider with a logout endpoint. If the provider's session is not known,
# all of the user's sessions at the provider are signed out.
LEAVING = Query(
    SamlSessionToSignOut,
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
    SsoConnection,
    f"""
    select {WHOLE} from sso_connections c join tenants t on t.id = c.tenant_id
    where c.idp_entity_id = $1 and c.type <> 'oidc' and t.deleted_at is null
    order by c.created_at, c.id limit 50
    """,
)
