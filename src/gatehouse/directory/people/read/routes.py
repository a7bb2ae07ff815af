"""One member of the tenant (wire-api §16.6)."""

from uuid import UUID

from fastapi import APIRouter, Request, Response

from gatehouse.access.answered import read
from gatehouse.access.permissions import Permission
from gatehouse.directory.people.read import queries, service
from gatehouse.directory.people.read.schemas import UserOut

router = APIRouter(tags=["Users"])


@router.get(
    "/identity/resources/users/v1/{user_id}",
    response_model=UserOut,
    response_model_exclude_none=True,
)
async def get_user(request: Request, user_id: UUID) -> Response:
    """A member of the caller's tenant, with roles and permissions."""
    answer = await read(request, Permission.READ_USERS, queries.OWN_USER, user_id)
    service.found(bytes(answer.body))
    return answer
