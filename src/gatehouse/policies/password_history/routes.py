from typing import Annotated

from fastapi import APIRouter

from gatehouse.access.actor import Actor, Transaction, require
from gatehouse.access.client import CurrentClient
from gatehouse.access.permissions import Permission
from gatehouse.policies.password_history import service
from gatehouse.policies.password_history.schemas import (
    PasswordHistoryPolicyIn,
    PasswordHistoryPolicyOut,
)

router = APIRouter(
    prefix="/identity/resources/configurations/v1/password-history-policy",
    tags=["Security policies"],
)

CanRead = Annotated[Actor, require(Permission.READ_SECURITY_POLICY)]
CanWrite = Annotated[Actor, require(Permission.WRITE_SECURITY_POLICY)]


@router.get("", response_model_exclude_none=True)
async def get_password_history_policy(db: Transaction, actor: CanRead) -> PasswordHistoryPolicyOut:
    """The tenant's policy, or the vendor's (without `id`) when it has none of its own."""
    return await service.password_history_policy(db, actor)


@router.get("/vendor", response_model_exclude_none=True)
async def get_vendor_password_history_policy(actor: CanRead) -> PasswordHistoryPolicyOut:
    """What holds for a tenant that has set nothing."""
    return service.DEFAULT


@router.post("", status_code=201, response_model_exclude_none=True)
async def create_password_history_policy(
    db: Transaction, actor: CanWrite, client: CurrentClient, data: PasswordHistoryPolicyIn
) -> PasswordHistoryPolicyOut:
    """Set the tenant's policy; the answer's `id` makes the client's next save a PATCH."""
    return await service.save_password_history_policy(db, actor, data, client)


@router.patch("", response_model_exclude_none=True)
async def update_password_history_policy(
    db: Transaction, actor: CanWrite, client: CurrentClient, data: PasswordHistoryPolicyIn
) -> PasswordHistoryPolicyOut:
    """Set the tenant's policy. Passwords replaced from now on are remembered."""
    return await service.save_password_history_policy(db, actor, data, client)
