"""Groups (wire-api §16.9; admin portal, section groups)."""

from typing import Annotated
from uuid import UUID

from fastapi import Query, Request, Response

from gatehouse.access.guard import CurrentCall, Transaction, open_authorized_statement
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.directory.groups import queries, schemas, service
from gatehouse.directory.groups.errors import GroupNotFound
from gatehouse.kit.plain_route import Json, PlainRoute
from gatehouse.kit.router import without_nulls

PREFIX = "/identity/resources/groups"
hot = Router(prefix=PREFIX, tags=["Groups"], route_class=PlainRoute)
router = Router(prefix=PREFIX, tags=["Groups"])


@hot.get("/v1", **without_nulls(schemas.GroupList))
async def list_groups(request: Request, query: Annotated[schemas.GroupQuery, Query()]) -> Response:
    """All groups by name; of each group the first 25 members."""
    async with open_authorized_statement(request, Permission.READ_GROUPS) as (db, caller):
        text = await queries.GROUPS[query.relations].one(db, caller.tenant_id)
    return Json(text.encode())


@hot.get("/v2", **without_nulls(schemas.GroupPage))
async def list_groups_in_pages(
    request: Request, query: Annotated[schemas.GroupsQuery, Query()]
) -> Response:
    """A page of groups; of each group the first 25 members."""
    listed = queries.PAGES[query.relations]
    async with open_authorized_statement(request, Permission.READ_GROUPS) as (db, caller):
        text = await listed.page(
            db, query, query.sort_by, caller.tenant_id, text=query.filter_pattern
        )
    return Json((text or "").encode())


@router.get("/v1/config", permission=Permission.READ_GROUPS)
async def get_group_configuration(db: Transaction, caller: Caller) -> schemas.GroupConfiguration:
    return await service.read_group_configuration(db, caller.tenant_id)


@router.post("/v1/config", permission=Permission.WRITE_GROUPS_ROLES, status_code=201)
async def change_group_configuration(
    db: Transaction, caller: Caller, data: schemas.GroupConfigurationChange
) -> schemas.GroupConfiguration:
    """Switch groups, or the roles of groups, on or off; missing fields stay unchanged. 403
    `groups.outranks_you` when a group has a role that the caller may not give; 409 `members.last_admin`."""
    return await service.change_group_configuration(db, caller, data)


@router.post(
    "/v1/bulkGet",
    permission=Permission.READ_GROUPS,
    **without_nulls(schemas.GroupList),
    status_code=201,
)
async def get_groups(
    call: CurrentCall,
    caller: Caller,
    query: Annotated[schemas.GroupQuery, Query()],
    data: schemas.GroupIds,
) -> Response:
    """The groups with these ids; unknown ids are left out."""
    async with call.statement() as db:
        text = await queries.GROUPS_BY_ID[query.relations].one(
            db, caller.tenant_id, data.groups_ids
        )
    return Json(text.encode(), 201)


@router.post(
    "/v1", permission=Permission.WRITE_GROUPS, **without_nulls(schemas.GroupOut), status_code=201
)
async def create_group(db: Transaction, caller: Caller, data: schemas.GroupCreate) -> Response:
    """Create a group. 409 `groups.name_taken`, `groups.too_many`."""
    group_id = await service.create_group(db, caller, data)
    return await service.describe_group(db, caller.tenant_id, group_id, 201)


@router.get("/v1/{group_id}", **without_nulls(schemas.GroupOut))
async def get_group(
    request: Request, group_id: UUID, query: Annotated[schemas.GroupQuery, Query()]
) -> Response:
    """A group with its first 1,000 members."""
    async with open_authorized_statement(request, Permission.READ_GROUPS) as (db, caller):
        text = await queries.GROUP[query.relations].first(db, caller.tenant_id, group_id)
    if text is None:
        raise GroupNotFound("The group was not found")
    return Json(text.encode())


@router.patch(
    "/v1/{group_id}", permission=Permission.WRITE_GROUPS, **without_nulls(schemas.GroupOut)
)
async def change_group(
    db: Transaction, caller: Caller, group_id: UUID, data: schemas.GroupChange
) -> Response:
    """Change a group. 403 `groups.managed_elsewhere` for a group managed by a directory,
    `groups.outranks_you` for one with a role that the caller may not give; 409 `groups.name_taken`."""
    await service.change_group(db, caller, group_id, data)
    return await service.describe_group(db, caller.tenant_id, group_id)


@router.delete("/v1/{group_id}", permission=Permission.DELETE_GROUPS)
async def delete_group(db: Transaction, caller: Caller, group_id: UUID) -> Response:
    """Delete a group; its members lose its roles at once. 403 as when changing a group; 409
    `members.last_admin`."""
    await service.delete_group(db, caller, group_id)
    return Response()


@router.post("/v1/{group_id}/roles", permission=Permission.WRITE_GROUPS_ROLES, status_code=201)
async def add_roles_to_group(
    db: Transaction, caller: Caller, group_id: UUID, data: schemas.RolesOfGroup
) -> Response:
    """Add roles to a group, also to one managed by a directory. 403 `roles.beyond_own`,
    `groups.outranks_you`."""
    await service.add_group_roles(db, caller, group_id, data.role_ids)
    return Response(status_code=201)


@router.delete("/v1/{group_id}/roles", permission=Permission.WRITE_GROUPS_ROLES)
async def remove_roles_from_group(
    db: Transaction, caller: Caller, group_id: UUID, data: schemas.RolesOfGroup
) -> Response:
    """Remove roles from a group; the body is sent with the DELETE. 403 `groups.outranks_you`; 409
    `members.last_admin`."""
    await service.remove_group_roles(db, caller, group_id, data.role_ids)
    return Response()


@router.post("/v1/{group_id}/users", permission=Permission.WRITE_GROUPS_USERS, status_code=201)
async def add_users_to_group(
    db: Transaction, caller: Caller, group_id: UUID, data: schemas.UsersOfGroup
) -> Response:
    """Add users to a group. 403 `members.outranks_you`, and as when changing a group; 404
    `members.not_found`."""
    await service.add_group_members(db, caller, group_id, data.user_ids)
    return Response(status_code=201)


@router.delete("/v1/{group_id}/users", permission=Permission.DELETE_GROUPS_USERS)
async def remove_users_from_group(
    db: Transaction, caller: Caller, group_id: UUID, data: schemas.UsersOfGroup
) -> Response:
    """Remove users from a group; the body is sent with the DELETE. 403 `members.outranks_you`, and as when
    changing a group; 409 `members.last_admin`."""
    await service.remove_group_members(db, caller, group_id, data.user_ids)
    return Response()
