from gatehouse.kit.db import Query
from gatehouse.vendor.client.models import Flag, Metadata

FLAGS = Query(Flag, "select name, is_on from feature_flags order by name")

ALL_METADATA = Query(
    Metadata,
    """
    select m.id, v.id as vendor_id, m.entity_name, m.configuration, m.properties, m.created_at,
      m.updated_at
    from metadata m cross join vendor v
    """,
)
