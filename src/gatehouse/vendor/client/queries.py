from dataclasses import dataclass
from typing import Any

from gatehouse.kit.db import Command, Query
from gatehouse.vendor.client.schemas import MetadataRow


@dataclass(frozen=True, slots=True)
class ClientFlag:
    name: str
    is_on: bool


FLAGS = Query(ClientFlag, "select name, is_on from feature_flags order by name")

ALL_METADATA = Query(
    MetadataRow,
    """
    select m.id, v.id as vendor_id, m.entity_name, m.configuration, m.properties, m.created_at,
      m.updated_at
    from metadata m cross join vendor v
    """,
)

# For the tenant with this id, or else this alias.
LOGIN_BOX = Query(
    dict[str, Any],
    """
    select b.configuration from tenants t join login_boxes b on b.tenant_id = t.id
    where (t.id = $1 or ($1 is null and t.alias = $2)) and t.deleted_at is null
    """,
)

SAVE_METADATA = Command(
    """
    insert into metadata (entity_name, configuration, properties, created_at, updated_at)
    values ($1, $2, $3, $4, $4)
    on conflict (entity_name) do update set configuration = $2, properties = $3, updated_at = $4
    """
)

DELETE_METADATA = Command("delete from metadata where entity_name = $1")

SAVE_FLAG = Command(
    """
    insert into feature_flags (name, is_on) values ($1, $2)
    on conflict (name) do update set is_on = $2
    """
)

DELETE_FLAG = Command("delete from feature_flags where name = $1")
