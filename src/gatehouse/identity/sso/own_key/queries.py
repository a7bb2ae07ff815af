from gatehouse.identity.sso.own_key.models import StoredSamlKey
from gatehouse.kit.db import Command, Query
from gatehouse.kit.sealed import SealedColumn

PRIVATE = SealedColumn("saml_keys", "sealed_private")

MOST = 5

# At `$1`: the active signing key, then future keys, then earlier ones. A message is tried with no more than
# these.
_ORDERED = f"""
  with keys as (
    select *, coalesce(active_from, created_at) as since from saml_keys
  ),
  current as (select id from keys where since <= $1 order by since desc, id limit 1)
  select id, certificate, sealed_private, created_at from keys
  order by id in (select id from current) desc, since desc, id limit {MOST}
"""
KEYS = Query(StoredSamlKey, _ORDERED)
ADD = Command(
    "insert into saml_keys (id, certificate, sealed_private, created_at, active_from)"
    " values ($1, $2, $3, $4, $5) on conflict (id) do nothing"
)
FORGET = Command(f"delete from saml_keys where id not in (select id from ({_ORDERED}) kept)")
