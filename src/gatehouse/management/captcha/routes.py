from typing import Annotated

from gatehouse.access.client import CurrentClient
from gatehouse.access.vendor import (
    VendorPermission,
    VendorPrincipal,
    VendorRoute,
    VendorTransaction,
    vendor_may,
)
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router
from gatehouse.management.captcha import service
from gatehouse.management.captcha.schemas import CaptchaPolicyIn, CaptchaPolicyOut
from gatehouse.vendor.captcha.models import CaptchaPolicy

CanRead = Annotated[VendorPrincipal, vendor_may(VendorPermission.READ_CONFIGURATION)]
CanWrite = Annotated[VendorPrincipal, vendor_may(VendorPermission.WRITE_CONFIGURATION)]

router = Router(
    prefix="/identity/resources/configurations/v1/captcha-policy",
    tags=["Vendor"],
    route_class=VendorRoute,
)


@router.get("", response_model=CaptchaPolicyOut)
async def get_captcha_policy(db: VendorTransaction, caller: CanRead) -> CaptchaPolicy:
    """404 `captcha.missing` before the first one."""
    return await service.get(db)


@router.post("", status_code=201, response_model=CaptchaPolicyOut)
async def create_captcha_policy(
    db: VendorTransaction,
    resources: AllResources,
    caller: CanWrite,
    client: CurrentClient,
    data: CaptchaPolicyIn,
) -> CaptchaPolicy:
    """In force everywhere within a second, at sign-in, sign-up and where a code or link is asked for. 409
    `captcha.exists`, 400 `captcha.keys_needed`."""
    return await service.create(db, resources, caller, client, data)


@router.put("", response_model=CaptchaPolicyOut)
async def change_captcha_policy(
    db: VendorTransaction,
    resources: AllResources,
    caller: CanWrite,
    client: CurrentClient,
    data: CaptchaPolicyIn,
) -> CaptchaPolicy:
    """The whole policy; 404 `captcha.missing`, 400 `captcha.keys_needed`."""
    return await service.change(db, resources, caller, client, data)
