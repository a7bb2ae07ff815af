"""Who somebody was at a provider whose session here has ended. All see every tenant."""

from gatehouse.identity.sso.logout.models import Leaving
from gatehouse.identity.sso.openid_logout.models import LeavingOpenId
from gatehouse.kit.db import Command, Query

KEEP_TOKEN = Command(
    "update openid_sessions set sealed_id_token = $3 where tenant_id = $1 and id = $2"
)

SAML = Query(
    Leaving,
    """
    select n.id, n.tenant_id, n.connection_id,
      case when n.session_id is null then n.subject - 'session_index' else n.subject end as subject
    from saml_sessions n
    join sso_connections c on c.tenant_id = n.tenant_id and c.id = n.connection_id
    where n.id = $1 and c.slo_endpoint <> '' and c.type <> 'oidc'
    """,
)

# The token is needed once.
OPENID = Query(
    LeavingOpenId,
    """
    with told as (
      select n.id, n.tenant_id, n.connection_id, n.session_id, n.sealed_id_token
      from openid_sessions n
      join sso_connections c on c.tenant_id = n.tenant_id and c.id = n.connection_id
      where n.id = $1 and c.type = 'oidc' and c.oidc_logout
      for no key update of n
    ), forgotten as (
      update openid_sessions set sealed_id_token = null
      where id = (select t.id from told t where t.session_id is not null)
    )
    select id, tenant_id, connection_id, sealed_id_token from told
    """,
)
