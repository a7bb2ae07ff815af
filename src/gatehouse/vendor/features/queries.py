from gatehouse.kit.db import Command, Query
from gatehouse.vendor.features.models import Feature

FEATURES = Query(Feature, "select * from features order by key")

# A flag that is switched on anew is another flag.
SAVE_FEATURE = Command(
    """
    insert into features (key, created_at, updated_at, name, description, permissions, metadata, flag)
    values ($1, $2, $2, $3, $4, $5, $6, $7)
    on conflict (key) do update set updated_at = $2, name = $3, description = $4, permissions = $5,
      metadata = $6, flag = $7,
      flag_id = case when features.flag is null and $7 is not null then gen_random_uuid()
        else features.flag_id end
    """
)

DELETE_FEATURES = Command("delete from features where key = any ($1::text[])")
