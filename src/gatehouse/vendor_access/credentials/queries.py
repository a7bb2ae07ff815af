from uuid import UUID

from gatehouse.kit.db import Command, Query
from gatehouse.vendor_access.credentials.models import StoredCredential

CREDENTIALS = Query(
    StoredCredential,
    "select id, name, permissions, created_at, last_used_at, revoked_at from vendor_credentials"
    " order by created_at",
)

ADD = Command(
    "insert into vendor_credentials (id, name, secret_hash, permissions, created_at)"
    " values ($1, $2, $3, $4, $5)"
)

REVOKE = Command(
    "update vendor_credentials set revoked_at = $2 where id = $1 and revoked_at is null"
)

CLIENT_ID = Query(UUID, "select client_id from applications where is_default")
