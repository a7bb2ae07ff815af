from typing import Annotated

from fastapi import APIRouter
from fastapi import Query as Parameter

from gatehouse.identity.mfa.schemas import RememberDevice

router = APIRouter(prefix="/identity/resources/configurations/v1/mfa-policy", tags=["MFA"])


@router.get("/allow-remember-device", tags=["Public configuration"])
async def may_remember_device(
    mfa_token: Annotated[str | None, Parameter(alias="mfaToken", max_length=2000)] = None,
) -> RememberDevice:
    """Whether a second factor may be skipped on a remembered device: no."""
    return RememberDevice(is_allowed_to_remember=False, mfa_device_expiration=0)
