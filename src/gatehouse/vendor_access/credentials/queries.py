from uuid import UUID

from gatehouse.kit.db import Query
from gatehouse.vendor_access.credentials.models import StoredCredential

CREDENTIALS = Query(
    StoredCredential,
    "select id, name, permissions, created_at, last_used_at, revoked_at from vendor_credentials"
    " order by created_at",
)

CLIENT_ID = Query(UUID, "select client_id from applications where is_default")
