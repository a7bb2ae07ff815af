from datetime import datetime
from typing import Any
from uuid import UUID

from gatehouse.kit.schemas import Wire


class MetadataRow(Wire):
    id: UUID
    vendor_id: UUID
    entity_name: str
    configuration: dict[str, Any]
    properties: list[dict[str, Any]]
    created_at: datetime
    updated_at: datetime


class MetadataRows(Wire):
    """At most one row; none where nothing is set and there is no default."""

    rows: list[MetadataRow]
