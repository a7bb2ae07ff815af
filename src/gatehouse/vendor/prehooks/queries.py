from gatehouse.kit.db import Command, Query
from gatehouse.kit.sealed import SealedColumn
from gatehouse.vendor.prehooks.models import Prehook

SECRETS = SealedColumn("prehooks", "sealed_secret")

PREHOOKS = Query(Prehook, "select * from prehooks order by created_at, id")

SAVE = Command(
    """
    insert into prehooks (id, created_at, updated_at, display_name, description, url, sealed_secret,
      event_keys, is_active, fail_method)
    values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (id) do update set updated_at = $2, display_name = $3, description = $4, url = $5,
      sealed_secret = $6, event_keys = $7, is_active = $8, fail_method = $9
    """
)

DELETE = Command("delete from prehooks where id = any ($1::text[])")
