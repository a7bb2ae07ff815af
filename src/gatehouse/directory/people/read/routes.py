"""One member of the tenant (wire-api §16.6)."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from fastapi.responses import Response

from gatehouse.access.guard import Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.directory.people.read import service
from gatehouse.directory.people.read.answer import Writer, answer
from gatehouse.directory.people.read.schemas import UserOut

CanRead = Annotated[Principal, require(Permission.READ_USERS)]

router = APIRouter(tags=["Users"])


@router.get(
    "/identity/resources/users/v1/{user_id}",
    response_model=UserOut,
    response_model_exclude_none=True,
)
async def get_user(db: Transaction, caller: CanRead, user_id: UUID) -> Response:
    """A member of the caller's tenant, with roles and permissions."""
    return answer(Writer().user(await service.describe_one(db, caller.tenant_id, user_id)))
