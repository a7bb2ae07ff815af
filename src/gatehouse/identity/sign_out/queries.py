"""The identity of a user at the provider of an ended session. All statements span tenants."""

from gatehouse.identity.sso.logout.queries import SamlSessionToSignOut
from gatehouse.kit.db import Query

SAML = Query(
    SamlSessionToSignOut,
    """
    select n.id, n.tenant_id, n.connection_id,
      case when n.session_id is null then n.subject - 'session_index' else n.subject end as subject
    from saml_sessions n
    join sso_connections c on c.tenant_id = n.tenant_id and c.id = n.connection_id
    where n.id = $1 and c.slo_endpoint <> '' and c.type <> 'oidc'
    """,
)
