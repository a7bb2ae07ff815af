"""Read flags and portal metadata."""

from gatehouse.kit.db import Db
from gatehouse.vendor.client import queries
from gatehouse.vendor.client.defaults import CONFIGURATIONS, PROPERTIES
from gatehouse.vendor.client.models import Metadata


async def flags(db: Db) -> dict[str, str]:
    """Only exactly `on` counts for a client."""
    return {flag.name: "on" if flag.is_on else "off" for flag in await queries.FLAGS.all(db)}


async def find_metadata(db: Db, entity_name: str) -> Metadata | None:
    return await queries.METADATA.first(
        db, entity_name, CONFIGURATIONS.get(entity_name), PROPERTIES.get(entity_name)
    )
