"""Entity types, relations and access decisions. Types are few, assignments many."""

from collections.abc import Sequence
from typing import TypeVar

from gatehouse.access.vendor import VendorPrincipal
from gatehouse.audit.service import announce_event
from gatehouse.entitlements import errors
from gatehouse.entitlements.events import EntityTypeChanged, RelationsAssigned, RelationsUnassigned
from gatehouse.entitlements.models import EntityAction, EntityRelation
from gatehouse.entitlements.relations import queries, schemas
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Query
from gatehouse.kit.db.locks import Lock, take_lock

MOST_TYPES, MOST_OF_TYPE = 200, 100

Part = TypeVar("Part", EntityRelation, EntityAction)


async def get_entity_type(db: Db, key: str) -> schemas.EntityTypeOut:
    """Raises `EntityTypeNotFound`."""
    found = await queries.TYPE.first(db, key)
    if found is None:
        raise errors.EntityTypeNotFound("The entity type was not found")
    return found


async def create_entity_type(
    db: Db, caller: VendorPrincipal, data: schemas.EntityTypeIn
) -> schemas.EntityTypeOut:
    """Raises `EntityKeyTaken`, `TooManyEntities`."""
    await take_lock(db, Lock.RELATIONS)
    if len(await queries.TYPES.all(db)) >= MOST_TYPES:
        raise errors.TooManyEntities(f"There can be at most {MOST_TYPES} entity types")
    made = await queries.ADD_TYPE.first(db, data.key, data.description, clock.now())
    if made is None:
        raise errors.EntityKeyTaken("An entity type with this key already exists", key=data.key)
    await _announce_relation_change(db, caller, made.key, "Created the description")
    return made


async def change_entity_type(
    db: Db, caller: VendorPrincipal, key: str, data: schemas.EntityTypeChange
) -> schemas.EntityTypeOut:
    """Raises `EntityTypeNotFound`, `EntityKeyStays`."""
    before = await get_entity_type(db, key)
    _require_same_key(key, data.key)
    if data.description is None:
        return before
    after = await queries.DESCRIBE_TYPE.one(db, key, data.description)
    await _announce_relation_change(db, caller, key, "Changed the description")
    return after


async def delete_entity_type(db: Db, caller: VendorPrincipal, key: str) -> None:
    """Delete a type with its relations, actions and assignments. Raises `EntityTypeNotFound`."""
    await take_lock(db, Lock.RELATIONS)
    await get_entity_type(db, key)
    await queries.DELETE_TYPE.run(db, key)
    await _announce_relation_change(db, caller, key, "Deleted everything")


async def create_relations(
    db: Db, caller: VendorPrincipal, key: str, given: Sequence[schemas.EntityRelationIn]
) -> list[EntityRelation]:
    """All, or none. `EntityTypeNotFound`, `EntityKeyTaken`, `RelationUnknown`, `TooManyEntities`."""
    await _lock_with_room(db, key, queries.RELATIONS, len(given), "relations")
    await _require_types(db, [one for each in given for one in each.subject_entity_keys])
    wanted = [(one.key, one.subject_entity_keys) for one in given]
    made = await _add_all(db, key, queries.ADD_RELATION, wanted, "A relation")
    await _announce_relation_change(db, caller, key, "Created relations")
    return made


async def change_relation(
    db: Db, caller: VendorPrincipal, key: str, relation: str, data: schemas.EntityRelationIn
) -> EntityRelation:
    """Raises `EntityRelationNotFound`, `EntityKeyStays`, `RelationUnknown`."""
    await take_lock(db, Lock.RELATIONS)
    _require_same_key(relation, data.key)
    await _require_types(db, data.subject_entity_keys)
    subjects = _distinct_keys(data.subject_entity_keys)
    after = await queries.CHANGE_RELATION.first(db, key, relation, subjects)
    if after is None:
        raise errors.EntityRelationNotFound("The relation was not found")
    await _announce_relation_change(db, caller, key, f"Changed the relation {relation}")
    return after


async def delete_relation(db: Db, caller: VendorPrincipal, key: str, relation: str) -> None:
    """Delete a relation with its assignments, and remove it from every action. Raises
    `EntityRelationNotFound`."""
    await take_lock(db, Lock.RELATIONS)
    if not await queries.DELETE_RELATION.run(db, key, relation):
        raise errors.EntityRelationNotFound("The relation was not found")
    await _announce_relation_change(db, caller, key, f"Deleted the relation {relation}")


async def create_actions(
    db: Db, caller: VendorPrincipal, key: str, given: Sequence[schemas.EntityActionIn]
) -> list[EntityAction]:
    """All, or none. `EntityTypeNotFound`, `EntityKeyTaken`, `RelationUnknown`, `TooManyEntities`."""
    await _lock_with_room(db, key, queries.ACTIONS, len(given), "actions")
    await _require_relations(db, key, [one for each in given for one in each.relation_keys])
    wanted = [(one.key, one.relation_keys) for one in given]
    made = await _add_all(db, key, queries.ADD_ACTION, wanted, "An action")
    await _announce_relation_change(db, caller, key, "Created actions")
    return made


async def change_action(
    db: Db, caller: VendorPrincipal, key: str, action: str, data: schemas.EntityActionIn
) -> EntityAction:
    """Raises `EntityActionNotFound`, `EntityKeyStays`, `RelationUnknown`."""
    await take_lock(db, Lock.RELATIONS)
    _require_same_key(action, data.key)
    await _require_relations(db, key, data.relation_keys)
    after = await queries.CHANGE_ACTION.first(db, key, action, _distinct_keys(data.relation_keys))
    if after is None:
        raise errors.EntityActionNotFound("The action was not found")
    await _announce_relation_change(db, caller, key, f"Changed the action {action}")
    return after


async def delete_action(db: Db, caller: VendorPrincipal, key: str, action: str) -> None:
    """Raises `EntityActionNotFound`."""
    if not await queries.DELETE_ACTION.run(db, key, action):
        raise errors.EntityActionNotFound("The action was not found")
    await _announce_relation_change(db, caller, key, f"Deleted the action {action}")


async def assign_relations(
    db: Db, caller: VendorPrincipal, given: Sequence[schemas.RelationAssignment]
) -> list[schemas.RelationAssignment]:
    """All, or none. `RelationUnknown`."""
    made: dict[tuple[str, ...], schemas.RelationAssignment] = {}
    # Two calls that name the same rows take them in the same order, so none waits for the other.
    for one in sorted(given, key=_to_assignment_key):
        found = await queries.ASSIGN.first(
            db, *_to_assignment_key(one), one.active_from, one.active_until, clock.now()
        )
        if found is None:
            raise errors.RelationUnknown(
                "The relation does not exist for this type of subject",
                relation=one.relation_key,
                target=one.target_entity_type_key,
                subject=one.subject_entity_type_key,
            )
        made[_to_assignment_key(one)] = found
    await announce_event(db, RelationsAssigned(None, len(made)), by=caller.actor)
    return [made[_to_assignment_key(one)] for one in given]


async def unassign_relations(
    db: Db, caller: VendorPrincipal, given: Sequence[schemas.RelationAssignment]
) -> None:
    """Remove assignments; a missing one is no error."""
    keys = sorted(map(_to_assignment_key, given))
    count = sum([await queries.UNASSIGN.run(db, *key) for key in keys])
    if count:
        await announce_event(db, RelationsUnassigned(None, count), by=caller.actor)


async def is_action_allowed(db: Db, asked: schemas.RelationCheck) -> bool:
    """Whether one of the relations that the action names holds now."""
    return await queries.MAY.one(
        db, asked.subject_entity_type_key, asked.subject_key, asked.action_key,
        asked.target_entity_type_key, asked.target_key, clock.now(),
    )  # fmt: skip


def _to_assignment_key(one: schemas.RelationAssignment) -> tuple[str, ...]:
    return (
        one.subject_entity_type_key,
        one.subject_key,
        one.relation_key,
        one.target_entity_type_key,
        one.target_key,
    )


async def _lock_with_room(db: Db, key: str, known: Query[Part], new: int, noun: str) -> None:
    """Lock the relations, and refuse more of a type's relations or actions than there can be."""
    await take_lock(db, Lock.RELATIONS)
    await get_entity_type(db, key)
    if len(await known.all(db, key)) + new > MOST_OF_TYPE:
        raise errors.TooManyEntities(f"An entity type can have at most {MOST_OF_TYPE} {noun}")


async def _add_all(
    db: Db, key: str, add: Query[Part], wanted: Sequence[tuple[str, Sequence[str]]], noun: str
) -> list[Part]:
    """Add relations or actions by key, each with the keys that it names. Raises `EntityKeyTaken`."""
    made = [await add.first(db, key, one, _distinct_keys(named)) for one, named in wanted]
    if None in made:
        raise errors.EntityKeyTaken(f"{noun} with this key already exists")
    return [one for one in made if one]


async def _require_types(db: Db, keys: Sequence[str]) -> None:
    known = {one.key for one in await queries.TYPES.all(db)}
    if missing := sorted(set(keys) - known):
        raise errors.RelationUnknown("The entity type was not found", keys=missing)


async def _require_relations(db: Db, key: str, relations: Sequence[str]) -> None:
    known = {one.key for one in await queries.RELATIONS.all(db, key)}
    if missing := sorted(set(relations) - known):
        raise errors.RelationUnknown("The relation was not found", keys=missing)


def _require_same_key(key: str, given: str | None) -> None:
    if given not in (None, key):
        raise errors.EntityKeyStays("A key cannot be changed", key=given)


def _distinct_keys(keys: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(keys))


async def _announce_relation_change(db: Db, caller: VendorPrincipal, key: str, what: str) -> None:
    await announce_event(db, EntityTypeChanged(None, key, what), by=caller.actor)
