from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
    sees_secrets,
)
from gatehouse.identity.captcha import service
from gatehouse.identity.captcha.schemas import CaptchaPolicyIn, CaptchaPolicyOut
from gatehouse.kit.resources import AllResources
from gatehouse.vendor.captcha import CaptchaPolicy

router = Router(
    prefix="/identity/resources/configurations/v1/captcha-policy",
    tags=["Vendor"],
    route_class=VendorRoute,
)


@router.get("", permission=VendorPermission.READ_CONFIGURATION)
async def get_captcha_policy(
    db: VendorTransaction, resources: AllResources, caller: VendorCaller
) -> CaptchaPolicyOut:
    """The policy, with its secret only for a credential with `vendor.see.secrets`. 404 `captcha.missing`
    before the first one."""
    told = CaptchaPolicyOut.model_validate(await service.get_captcha_policy(db))
    told.secret_key = await service.secret_of(db, resources) if sees_secrets(caller) else ""
    return told


@router.post(
    "",
    permission=VendorPermission.WRITE_CONFIGURATION,
    status_code=201,
    response_model=CaptchaPolicyOut,
)
async def create_captcha_policy(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    client: CurrentClient,
    data: CaptchaPolicyIn,
) -> CaptchaPolicy:
    """In force everywhere within a second, at sign-in, sign-up and where a code or link is requested. 409
    `captcha.exists`, 400 `captcha.keys_needed`."""
    return await service.create_captcha_policy(db, resources, caller, client, data)


@router.put("", permission=VendorPermission.WRITE_CONFIGURATION, response_model=CaptchaPolicyOut)
async def change_captcha_policy(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    client: CurrentClient,
    data: CaptchaPolicyIn,
) -> CaptchaPolicy:
    """Replace the whole policy; 404 `captcha.missing`, 400 `captcha.keys_needed`."""
    return await service.change_captcha_policy(db, resources, caller, client, data)
