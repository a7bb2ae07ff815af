"""Load, lock, add, save and list entities."""

from dataclasses import dataclass, field
from typing import Any

from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.errors import not_found
from gatehouse_simulators.checkout.ids import current_timestamp
from gatehouse_simulators.checkout.store import queries
from gatehouse_simulators.checkout.store.models import Body, Entity


@dataclass(frozen=True, slots=True)
class Listing:
    """Which entities to list, in which order, and where the page starts."""

    accepted: dict[str, list[str]] = field(default_factory=dict)
    containing: Body = field(default_factory=dict)
    bounds: dict[str, list[str]] = field(default_factory=dict)
    search: str = ""
    sort: str = "id"
    descending: bool = True
    after: str = ""
    per_page: int = 50


async def add_entity(db: Db, kind: str, body: Body, private: Body | None = None) -> Entity:
    return await queries.ADD.one(db, body["id"], kind, body, private or {})


async def get_entity(db: Db, kind: str, entity_id: str) -> Entity:
    """The entity. Raises `not_found` when this kind has no such id."""
    found = await queries.BY_ID.first(db, entity_id, kind)
    if found is None:
        raise not_found(entity_id)
    return found


async def lock_entity(db: Db, kind: str, entity_id: str) -> Entity:
    """The entity, locked until the end of the transaction."""
    found = await queries.LOCKED_BY_ID.first(db, entity_id, kind)
    if found is None:
        raise not_found(entity_id)
    return found


async def save_entity(db: Db, entity: Entity, **changes: Any) -> Entity:
    """Replace these fields of the body and update `updated_at`."""
    body = {**entity.body, **changes, "updated_at": current_timestamp()}
    return await queries.SAVE.one(db, entity.id, body, entity.private)


async def save_private(db: Db, entity: Entity, **private: Any) -> Entity:
    """Replace these fields that the API does not return."""
    return await queries.SAVE.one(db, entity.id, entity.body, {**entity.private, **private})


async def list_page(db: Db, kind: str, listing: Listing) -> tuple[list[Body], int]:
    """One page with an additional row if more follow, and the total."""
    order = queries.LIST_DESCENDING if listing.descending else queries.LIST_ASCENDING
    chosen = (kind, listing.accepted, listing.containing, listing.bounds, listing.search)
    rows = await order.all(db, *chosen, listing.sort, listing.after, listing.per_page + 1)
    return [row.body for row in rows], await queries.COUNT.one(db, *chosen)
