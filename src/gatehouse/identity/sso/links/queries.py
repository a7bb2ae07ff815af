"""Statements on the links of the connections of tenant $1."""

from typing import LiteralString

from gatehouse.identity.sso.links.models import ReleasedLink, SsoLink
from gatehouse.kit.db import Query

MOST_COUNTED = 10_000
OF_USER = 100

_LINK: LiteralString = """
  i.id, i.provider::uuid as connection_id, i.subject, i.email, m.user_id, u.email as user_email,
  i.created_at, i.last_used_at
"""
_FROM: LiteralString = """
  external_identities i
  left join memberships m on m.tenant_id = $1 and m.user_id = i.user_id
  left join users u on u.id = m.user_id
"""
_OF_CONNECTION: LiteralString = """
  i.kind in ('oidc', 'saml')
  and i.provider = (select c.id::text from sso_connections c where c.tenant_id = $1 and c.id = $2)
"""
_OF_TENANT: LiteralString = """
  i.kind in ('oidc', 'saml')
  and i.provider in (select c.id::text from sso_connections c where c.tenant_id = $1)
"""
_RELEASED: LiteralString = "returning i.provider::uuid as connection_id, i.user_id, i.email"

# $3: part of the address that the identity provider told, or of the subject.
PAGE = Query(
    SsoLink,
    f"""
    select {_LINK} from {_FROM}
    where {_OF_CONNECTION}
      and ($3 = '%' or i.email ilike $3 or i.subject ilike $3)
    order by lower(i.email), i.id limit $4 offset $5
    """,
)
COUNT = Query(
    int,
    f"""
    select count(*)::int as n from (
      select from external_identities i
      where {_OF_CONNECTION}
        and ($3 = '%' or i.email ilike $3 or i.subject ilike $3)
      limit {MOST_COUNTED}
    ) counted
    """,
)
OF_MEMBER = Query(
    SsoLink,
    f"""
    select {_LINK} from {_FROM}
    where m.user_id = $2 and {_OF_TENANT}
    order by i.created_at, i.id limit {OF_USER}
    """,
)
RELEASE = Query(
    ReleasedLink,
    f"""
    delete from external_identities i where {_OF_CONNECTION} and i.id = $3 {_RELEASED}
    """,
)
RELEASE_OF_MEMBER = Query(
    ReleasedLink,
    f"""
    delete from external_identities i where i.user_id = $2 and {_OF_TENANT} {_RELEASED}
    """,
)
RELEASE_ALL = Query(
    int,
    f"""
    with released as (delete from external_identities i where {_OF_CONNECTION} returning i.id)
    select count(*)::int as n from released
    """,
)
