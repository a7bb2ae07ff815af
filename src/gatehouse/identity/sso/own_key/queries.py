from gatehouse.identity.sso.own_key.models import StoredKey
from gatehouse.kit.db import Command, Query
from gatehouse.kit.sealed import SealedColumn

PRIVATE = SealedColumn("saml_keys", "sealed_private")
LOCK_NUMBER = 7_203_085

MOST = 5

# The one that signs first, then a coming one, then those before. A message is tried with no more than these.
KEYS = Query(
    StoredKey,
    f"""
    with keys as (
      select *, coalesce(active_from, created_at) as since from saml_keys
    ),
    current as (select id from keys where since <= $1 order by since desc, id limit 1)
    select id, certificate, sealed_private, created_at from keys
    order by id in (select id from current) desc, since desc, id limit {MOST}
    """,
)
ADD = Command(
    "insert into saml_keys (id, certificate, sealed_private, created_at, active_from)"
    " values ($1, $2, $3, $4, $5) on conflict (id) do nothing"
)
# Those before the one that signs ($1 is now) and beyond the newest $2.
FORGET = Command(
    """
    delete from saml_keys where id in (
      select id from saml_keys where coalesce(active_from, created_at) <= $1
      order by coalesce(active_from, created_at) desc, id offset $2::int - 1
    )
    """
)
LOCK = Command("select pg_advisory_xact_lock($1)")
