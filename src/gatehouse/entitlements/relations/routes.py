"""`/entitlements/resources/entity-types` and `relations`: rights by relation (wire-api §17, ReBAC)."""

from typing import Annotated

from fastapi import Path as InPath
from fastapi import Query, Response

from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import VendorRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.entitlements.relations import queries, schemas, service
from gatehouse.vendor.current import CurrentConfiguration

Key = Annotated[str, InPath(pattern=r"^[A-Za-z0-9_.:-]{1,100}$")]

TYPES = "/entitlements/resources/entity-types/v1"
RELATIONS = "/entitlements/resources/relations/v1"

READ, WRITE = VendorPermission.READ_ENTITLEMENTS, VendorPermission.WRITE_ENTITLEMENTS

router = Router(tags=["Vendor"], route_class=VendorRoute)


@router.get(TYPES, permission=READ)
async def list_entity_types(db: VendorTransaction) -> schemas.EntityTypeList:
    """All; there are at most 200."""
    return schemas.EntityTypeList(items=await queries.TYPES.all(db))


@router.post(TYPES, permission=WRITE, status_code=201)
async def create_entity_type(
    db: VendorTransaction, caller: VendorCaller, data: schemas.EntityTypeIn
) -> schemas.EntityTypeOut:
    """A type of thing or user that the product knows. 409 `relations.key_taken`, `relations.too_many`."""
    return await service.create_entity_type(db, caller, data)


@router.get(f"{TYPES}/{{key}}", permission=READ)
async def get_entity_type(db: VendorTransaction, key: Key) -> schemas.EntityTypeDetails:
    found = await service.get_entity_type(db, key)
    return schemas.EntityTypeDetails(
        key=found.key,
        description=found.description,
        created_at=found.created_at,
        relations=[one.key for one in await queries.RELATIONS.all(db, key)],
        actions=[one.key for one in await queries.ACTIONS.all(db, key)],
    )


@router.patch(f"{TYPES}/{{key}}", permission=WRITE)
async def change_entity_type(
    db: VendorTransaction, caller: VendorCaller, key: Key, data: schemas.EntityTypeChange
) -> schemas.EntityTypeOut:
    """409 `relations.key_stays` for another key."""
    return await service.change_entity_type(db, caller, key, data)


@router.delete(f"{TYPES}/{{key}}", permission=WRITE, status_code=204)
async def delete_entity_type(db: VendorTransaction, caller: VendorCaller, key: Key) -> Response:
    """Delete an entity type with its relations, its actions and all assignments."""
    await service.delete_entity_type(db, caller, key)
    return Response(status_code=204)


@router.post(f"{TYPES}/{{key}}/relations", permission=WRITE, status_code=201)
async def create_entity_relations(
    db: VendorTransaction,
    caller: VendorCaller,
    configuration: CurrentConfiguration,
    key: Key,
    data: schemas.EntityRelationsIn,
) -> list[schemas.EntityRelationOut]:
    """All, or none. 400 `relations.unknown` for a subject type that there is not; 409
    `relations.key_taken`."""
    made = await service.create_relations(db, caller, key, data.relations)
    return [schemas.EntityRelationOut.from_row(one, configuration.vendor.id) for one in made]


@router.patch(f"{TYPES}/{{key}}/relations/{{relation_key}}", permission=WRITE)
async def change_entity_relation(
    db: VendorTransaction,
    caller: VendorCaller,
    configuration: CurrentConfiguration,
    key: Key,
    relation_key: Key,
    data: schemas.EntityRelationIn,
) -> schemas.EntityRelationOut:
    """Change a relation. Assignments to subjects of a type that is no longer named are deleted."""
    after = await service.change_relation(db, caller, key, relation_key, data)
    return schemas.EntityRelationOut.from_row(after, configuration.vendor.id)


@router.delete(f"{TYPES}/{{key}}/relations/{{relation_key}}", permission=WRITE, status_code=204)
async def delete_entity_relation(
    db: VendorTransaction, caller: VendorCaller, key: Key, relation_key: Key
) -> Response:
    """Delete a relation with its assignments, and remove it from every action."""
    await service.delete_relation(db, caller, key, relation_key)
    return Response(status_code=204)


@router.post(f"{TYPES}/{{key}}/actions", permission=WRITE, status_code=201)
async def create_entity_actions(
    db: VendorTransaction,
    caller: VendorCaller,
    configuration: CurrentConfiguration,
    key: Key,
    data: schemas.EntityActionsIn,
) -> list[schemas.EntityActionOut]:
    """All, or none. 400 `relations.unknown` for a relation that the type has not; 409
    `relations.key_taken`."""
    made = await service.create_actions(db, caller, key, data.actions)
    return [schemas.EntityActionOut.from_row(one, configuration.vendor.id) for one in made]


@router.patch(f"{TYPES}/{{key}}/actions/{{action_key}}", permission=WRITE)
async def change_entity_action(
    db: VendorTransaction,
    caller: VendorCaller,
    configuration: CurrentConfiguration,
    key: Key,
    action_key: Key,
    data: schemas.EntityActionIn,
) -> schemas.EntityActionOut:
    after = await service.change_action(db, caller, key, action_key, data)
    return schemas.EntityActionOut.from_row(after, configuration.vendor.id)


@router.delete(f"{TYPES}/{{key}}/actions/{{action_key}}", permission=WRITE, status_code=204)
async def delete_entity_action(
    db: VendorTransaction, caller: VendorCaller, key: Key, action_key: Key
) -> Response:
    await service.delete_action(db, caller, key, action_key)
    return Response(status_code=204)


@router.post(
    f"{RELATIONS}/assign", permission=WRITE, status_code=201, response_model_exclude_none=True
)
async def assign_relations(
    db: VendorTransaction, caller: VendorCaller, data: schemas.RelationAssignments
) -> list[schemas.RelationAssignment]:
    """Assign all relations, or none; assigning one again replaces its time span. 400 `relations.unknown`."""
    return await service.assign_relations(db, caller, data.assignments)


@router.post(f"{RELATIONS}/unassign", permission=WRITE, status_code=204)
async def unassign_relations(
    db: VendorTransaction, caller: VendorCaller, data: schemas.RelationAssignments
) -> Response:
    """Times do not count; what is not assigned is no fault."""
    await service.unassign_relations(db, caller, data.assignments)
    return Response(status_code=204)


@router.get(f"{RELATIONS}/assignments", permission=READ, response_model_exclude_none=True)
async def list_relation_assignments(
    db: VendorTransaction, query: Annotated[schemas.RelationPaging, Query()]
) -> schemas.RelationAssignmentPage:
    """By target. `offset` counts rows."""
    found = await queries.ASSIGNMENTS.all(db, query.limit + 1, query.offset)
    return schemas.RelationAssignmentPage(
        items=found[: query.limit], has_next=len(found) > query.limit
    )


@router.post(f"{RELATIONS}/check", permission=READ)
async def check_relation(
    db: VendorTransaction, data: schemas.RelationCheck
) -> schemas.RelationDecision:
    """Whether the subject may do this to the target now: by a relation that the action names. What is not
    known is not allowed."""
    return schemas.RelationDecision(allowed=await service.is_action_allowed(db, data))
