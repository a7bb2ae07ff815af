"""Statements on the identities of sessions at identity providers. They cover all tenants, because a sign-out
does not name its tenant."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.connections.queries import WHOLE, build_connection_query
from gatehouse.kit.db import Command, Query
from gatehouse.kit.sealed import SealedColumn


@dataclass(frozen=True, slots=True)
class SamlSessionToSignOut:
    """A session that began at a provider with single logout. `id` is the id of the `saml_sessions` row,
    `subject` the user's identity at the provider."""

    id: UUID
    tenant_id: UUID
    connection_id: UUID
    subject: dict[str, Any]


@dataclass(frozen=True, slots=True)
class OpenIdSessionToSignOut:
    """A session that began at a provider that is notified of sign-outs. `id` is the id of the
    `openid_sessions` row, which holds the id token."""

    id: UUID
    tenant_id: UUID
    connection_id: UUID
    sealed_id_token: bytes | None = field(repr=False)


# The session $5 starts only after MFA is completed. Of several sign-ins without one only the newest is kept.
NOTE_SAML_SESSION = Command(
    """
    insert into saml_sessions
      (id, tenant_id, connection_id, user_id, session_id, issuer, name_id, subject, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (connection_id, user_id) where session_id is null do update
    set issuer = excluded.issuer, name_id = excluded.name_id, subject = excluded.subject,
      created_at = excluded.created_at
    """
)

# An active session that began at a provider with a logout endpoint. If the provider's session is not known,
# all of the user's sessions at the provider are signed out.
SAML_SESSION_TO_SIGN_OUT = Query(
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
BY_ISSUER = build_connection_query("c.idp_entity_id = $1 and c.type <> 'oidc'", 50)


ID_TOKEN = SealedColumn("openid_sessions", "sealed_id_token")

# As NOTE_SAML_SESSION, with the id that seals the token.
NOTE_OPENID_SESSION = Command(
    """
    insert into openid_sessions
      (id, tenant_id, connection_id, user_id, session_id, issuer, subject, sid, sealed_id_token, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (connection_id, user_id) where session_id is null do update
    set id = excluded.id, issuer = excluded.issuer, subject = excluded.subject, sid = excluded.sid,
      sealed_id_token = excluded.sealed_id_token, created_at = excluded.created_at
    """
)

# An active session that began at a provider that is notified of sign-outs.
OPENID_SESSION_TO_SIGN_OUT = Query(
    OpenIdSessionToSignOut,
    """
    select n.id, n.tenant_id, n.connection_id, n.sealed_id_token
    from sessions s
    join openid_sessions n on n.session_id = s.id or (n.session_id is null and n.user_id = s.user_id)
    join sso_connections c on c.tenant_id = n.tenant_id and c.id = n.connection_id
    where s.id = any ($1::uuid[]) and s.ended_at is null and s.expires_at > $2 and 'sso' = any (s.amr)
      and 'saml' <> all (s.amr) and c.type = 'oidc' and c.oidc_logout
    order by n.session_id is null, n.created_at desc limit 1
    """,
)

# One client of a provider may serve several tenants, and several providers may use the same client id. If any
# of these connections had sign-ins from issuer $2, only those connections count.
BY_CLIENT = Query(
    SsoConnection,
    f"""
    with found as materialized (
      select c.*, exists (
          select from openid_sessions n
          where n.tenant_id = c.tenant_id and n.connection_id = c.id and n.issuer = $2
        ) as is_known
      from sso_connections c join tenants t on t.id = c.tenant_id
      where c.oidc_client_id = any ($1::text[]) and c.oidc_client_id <> '' and c.type = 'oidc'
        and t.deleted_at is null
      order by is_known desc, c.created_at, c.id limit 20
    )
    select {WHOLE} from found c where c.is_known or not exists (select from found o where o.is_known)
    order by c.created_at, c.id
    """,
)

# Tokens of sessions that expired or ended, and of sign-ins older than a day that never became a session.
FORGET_TOKENS = Command(
    """
    update openid_sessions set sealed_id_token = null where id in (
      select n.id from openid_sessions n left join sessions s on s.id = n.session_id
      where n.sealed_id_token is not null and n.created_at < $1
        and coalesce(
          least(s.expires_at, s.ended_at + interval '15 minutes'), n.created_at + interval '1 day'
        ) < $1
      order by n.created_at limit $2
    )
    """
)

KEEP_TOKEN = Command(
    "update openid_sessions set sealed_id_token = $3 where tenant_id = $1 and id = $2"
)

# The token is needed only once.
TAKE_TOKEN_OF_BROWSER = Query(
    OpenIdSessionToSignOut,
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
