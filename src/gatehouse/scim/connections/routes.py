"""Connections to directories (wire-api §14, area directory; admin portal, provisioning)."""

from typing import Annotated
from uuid import UUID

from fastapi import Query, Response

from gatehouse.access.guard import Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import resource
from gatehouse.scim.caller import build_scim_base_url
from gatehouse.scim.connections import jobs as _jobs  # noqa: F401  registers them
from gatehouse.scim.connections import queries, schemas, service
from gatehouse.scim.connections.queries import StoredScimConnection

Deployed = Annotated[Deployment, resource(Deployment)]

CONFIGURATIONS = "/directory/resources/v1/configurations/scim2"

READ = Permission.READ_PROVISIONING_CONFIGURATION
WRITE = Permission.WRITE_PROVISIONING_CONFIGURATION
router = Router(tags=["Provisioning"])

# Only users and the vendor's backends create connections: an API token could make one that outlives it.
CREATE_CONNECTIONS = require(WRITE, signed_in=True, or_backend=True)


@router.get(CONFIGURATIONS, permission=READ)
async def list_scim_connections(
    db: Transaction,
    caller: Caller,
    deployment: Deployed,
    query: Annotated[schemas.ConnectionsQuery, Query()],
) -> list[schemas.DirectoryConnectionOut]:
    """All of the account, the oldest first, or those that have what is asked for."""
    found = [
        one for one in await queries.ALL.all(db, caller.tenant_id) if query.matches_connection(one)
    ]
    return [_to_connection_response(one, deployment) for one in found]


@router.get(f"{CONFIGURATIONS}/{{connection_id}}", permission=READ)
async def get_scim_connection(
    db: Transaction, caller: Caller, deployment: Deployed, connection_id: UUID
) -> schemas.DirectoryConnectionOut:
    """404 `provisioning.not_found`."""
    return _to_connection_response(
        await service.get_scim_connection(db, caller, connection_id), deployment
    )


@router.post(CONFIGURATIONS, permission=CREATE_CONNECTIONS, status_code=201)
async def create_scim_connection(
    db: Transaction, caller: Caller, deployment: Deployed, data: schemas.DirectoryConnectionIn
) -> schemas.ConnectionMade:
    """The directory is given the token and `baseUrl`. 409 `provisioning.too_many`."""
    return await service.create_scim_connection(db, caller, deployment, data)


@router.patch(f"{CONFIGURATIONS}/{{connection_id}}", permission=WRITE, status_code=204)
async def change_scim_connection(
    db: Transaction, caller: Caller, connection_id: UUID, data: schemas.ConnectionChange
) -> Response:
    """404 `provisioning.not_found`."""
    await service.change_scim_connection(db, caller, connection_id, data)
    return Response(status_code=204)


@router.post(
    f"{CONFIGURATIONS}/{{connection_id}}/token", permission=CREATE_CONNECTIONS, status_code=201
)
async def rotate_scim_token(
    db: Transaction, caller: Caller, deployment: Deployed, connection_id: UUID
) -> schemas.ConnectionMade:
    """Another token; the one before opens nothing from now on. 404 `provisioning.not_found`; 403
    `provisioning.outranks_you` where a group of the directory gives more than the caller may."""
    return await service.rotate_scim_token(db, caller, deployment, connection_id)


@router.delete(
    f"{CONFIGURATIONS}/{{connection_id}}",
    permission=Permission.DELETE_PROVISIONING_CONFIGURATION,
    status_code=204,
)
async def delete_scim_connection(
    db: Transaction,
    caller: Caller,
    connection_id: UUID,
    data: schemas.ConnectionDelete | None = None,
) -> Response:
    """Its token opens nothing from now on. 404 `provisioning.not_found`."""
    with_people = bool(data and data.delete_all)
    await service.delete_scim_connection(db, caller, connection_id, with_people=with_people)
    return Response(status_code=204)


@router.get(
    "/directory/resources/scim/temp/{connection_id}/Users/count",
    permission=READ,
    response_model=schemas.UserCount,
)
async def count_scim_users(
    db: Transaction, caller: Caller, connection_id: UUID
) -> schemas.UserCount:
    """Count the users that the directory manages. 404 `provisioning.not_found`."""
    return schemas.UserCount(
        count=await service.count_users_of_connection(db, caller, connection_id)
    )


def _to_connection_response(
    one: StoredScimConnection, deployment: Deployment
) -> schemas.DirectoryConnectionOut:
    values = {name: getattr(one, name) for name in one.__slots__}
    return schemas.DirectoryConnectionOut(
        **values, base_url=build_scim_base_url(deployment, one.id)
    )
