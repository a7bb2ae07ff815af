from gatehouse.kit.db import Query
from gatehouse.vendor.client.models import Flag, Metadata

FLAGS = Query(Flag, "select name, is_on from feature_flags order by name")

# What the vendor has set, else the default ($2, $3; null: there is none).
METADATA = Query(
    Metadata,
    """
    select coalesce(m.id, v.id) as id, v.id as vendor_id, $1::text as entity_name,
      coalesce(m.configuration, $2::jsonb, '{}') as configuration,
      coalesce(m.properties, $3::jsonb, '[]') as properties,
      coalesce(m.created_at, v.created_at) as created_at,
      coalesce(m.updated_at, v.updated_at) as updated_at
    from vendor v left join metadata m on m.entity_name = $1
    where m.id is not null or $2::jsonb is not null or $3::jsonb is not null
    """,
)
