"""Statements on the links of the connections of tenant $1."""

from typing import LiteralString

from gatehouse.identity.external.queries import OF_CONNECTION, OF_TENANT
from gatehouse.identity.sso.links.models import SsoLink
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

# $3: part of the address that the identity provider sent, or of the subject.
PAGE = Query(
    SsoLink,
    f"""
    select {_LINK} from {_FROM}
    where {OF_CONNECTION}
      and ($3 = '%' or i.email ilike $3 or i.subject ilike $3)
    order by lower(i.email), i.id limit $4 offset $5
    """,
)
COUNT = Query(
    int,
    f"""
    select count(*)::int as n from (
      select from external_identities i
      where {OF_CONNECTION}
        and ($3 = '%' or i.email ilike $3 or i.subject ilike $3)
      limit {MOST_COUNTED}
    ) counted
    """,
)
OF_MEMBER = Query(
    SsoLink,
    f"""
    select {_LINK} from {_FROM}
    where m.user_id = $2 and {OF_TENANT}
    order by i.created_at, i.id limit {OF_USER}
    """,
)
