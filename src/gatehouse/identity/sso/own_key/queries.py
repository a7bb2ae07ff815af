from gatehouse.identity.sso.own_key.models import StoredKey
from gatehouse.kit.db import Command, Query
from gatehouse.kit.sealed import SealedColumn

PRIVATE = SealedColumn("saml_keys", "sealed_private")
LOCK_NUMBER = 7_203_085

# The newest first; a message is tried with no more than these.
KEYS = Query(
    StoredKey,
    "select id, certificate, sealed_private, created_at from saml_keys order by created_at desc, id limit 5",
)
ADD = Command(
    "insert into saml_keys (id, certificate, sealed_private, created_at) values ($1, $2, $3, $4)"
    " on conflict (id) do nothing"
)
LOCK = Command("select pg_advisory_xact_lock($1)")
