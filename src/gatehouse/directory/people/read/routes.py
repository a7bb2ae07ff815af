"""One member of the tenant (wire-api §16.6)."""

from typing import Annotated
from uuid import UUID

from fastapi import Query, Request, Response

from gatehouse.access.permissions import Permission
from gatehouse.access.single_statement_reads import read_authorized_json
from gatehouse.directory.people.read import queries, service
from gatehouse.directory.people.read.schemas import StatusesQuery, UserAloneOut, UserStatuses
from gatehouse.kit.router import Router

router = Router(tags=["Users"])


@router.get("/identity/resources/tenants/users/v1/statuses", response_model=list[UserStatuses])
async def list_user_statuses(
    request: Request, query: Annotated[StatusesQuery, Query()]
) -> Response:
    """The status of these users in the caller's tenant, from invitation to first sign-in. Users who are
    not members are left out."""
    return await read_authorized_json(
        request, Permission.READ_USERS, queries.STATUSES, query.user_ids, query.statuses or None
    )


@router.get(
    "/identity/resources/users/v1/{user_id}",
    response_model=UserAloneOut,
)
async def get_user(request: Request, user_id: UUID) -> Response:
    """A member of the caller's tenant, with roles and permissions."""
    answer = await read_authorized_json(request, Permission.READ_USERS, queries.OWN_USER, user_id)
    service.require_found(bytes(answer.body))
    return answer
