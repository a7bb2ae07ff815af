from gatehouse.kit.db import Command, Query

SAVE = Command(
    """
    insert into application_secrets (application_id, secret_hash, hint, created_at)
    values ($1, $2, $3, $4)
    on conflict (application_id) do update set secret_hash = $2, hint = $3, created_at = $4
    """
)
HINT = Query(str, "select hint from application_secrets where application_id = $1")

SAVE_SHARED = Command(
    """
    insert into application_shared_secrets (application_id, secret_hash, hint, created_at)
    values ($1, $2, $3, $4)
    on conflict (application_id) do update set secret_hash = $2, hint = $3, created_at = $4
    """
)
SHARED_HINT = Query(str, "select hint from application_shared_secrets where application_id = $1")
