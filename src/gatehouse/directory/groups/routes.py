"""Groups (wire-api §16.9): switched off, which the client asks before it shows them."""

from typing import Annotated, Any

from fastapi import APIRouter

from gatehouse.access.guard import require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.kit.schemas import Wire

CanRead = Annotated[Principal, require(Permission.READ_GROUPS)]

router = APIRouter(prefix="/identity/resources/groups", tags=["Groups"])


class GroupConfiguration(Wire):
    enabled: bool
    roles_enabled: bool


class GroupList(Wire):
    groups: list[dict[str, Any]]


@router.get("/v1/config", response_model=GroupConfiguration)
async def get_group_configuration(caller: CanRead) -> GroupConfiguration:
    return GroupConfiguration(enabled=False, roles_enabled=False)


@router.get("/v1", response_model=GroupList)
async def list_groups(caller: CanRead) -> GroupList:
    """`{groups: []}` while groups are off."""
    return GroupList(groups=[])
