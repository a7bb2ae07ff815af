"""Load, lock, add, save and list entities."""

from dataclasses import dataclass, field
from typing import Any

from gatehouse.kit.db import Db
from gatehouse_simulators.cards.errors import resource_missing
from gatehouse_simulators.cards.store import queries
from gatehouse_simulators.cards.store.models import Body, Entity

END_OF_TIME = 2**53


@dataclass(frozen=True, slots=True)
class Listing:
    """Which entities to list, newest first, and where the page starts."""

    containing: Body = field(default_factory=dict)
    statuses: tuple[str, ...] = ()
    earliest: int = 0
    latest: int = END_OF_TIME
    after: str = ""
    before: str = ""
    limit: int = 10


async def add_entity(db: Db, body: Body, private: Body | None = None) -> Entity:
    return await queries.ADD.one(db, body["id"], body["object"], body, private or {})


async def get_entity(db: Db, kind: str, entity_id: str, param: str = "id") -> Entity:
    """The entity. Raises `resource_missing` when this kind has no such id; `param` is the parameter that
    named it."""
    found = await queries.BY_ID.first(db, entity_id, kind)
    if found is None or (found.body.get("deleted") and param != "id"):
        raise resource_missing(kind, entity_id, param)
    return found


async def lock_entity(db: Db, kind: str, entity_id: str, param: str = "id") -> Entity:
    """The entity, locked until the end of the transaction."""
    found = await queries.LOCKED_BY_ID.first(db, entity_id, kind)
    if found is None or found.body.get("deleted"):
        raise resource_missing(kind, entity_id, param)
    return found


async def save_entity(db: Db, entity: Entity, **changes: Any) -> Entity:
    """Replace these fields of the body."""
    return await queries.SAVE.one(db, entity.id, {**entity.body, **changes}, entity.private)


async def save_private(db: Db, entity: Entity, **private: Any) -> Entity:
    """Replace these fields that the API does not return."""
    return await queries.SAVE.one(db, entity.id, entity.body, {**entity.private, **private})


async def list_page(db: Db, kind: str, listing: Listing) -> tuple[list[Entity], bool]:
    """One page, and whether more entities follow."""
    statuses = list(listing.statuses) or None
    chosen = (kind, listing.containing, listing.earliest, listing.latest, statuses)
    if listing.before:
        found = await queries.LIST_BEFORE.all(db, *chosen, listing.before, listing.limit + 1)
        return found[: listing.limit][::-1], len(found) > listing.limit
    found = await queries.LIST.all(db, *chosen, listing.after, listing.limit + 1)
    return found[: listing.limit], len(found) > listing.limit


async def list_all(db: Db, kind: str, **containing: Any) -> list[Entity]:
    """Up to a hundred matching entities, oldest first."""
    return (await list_page(db, kind, Listing(containing=containing, limit=100)))[0][::-1]
