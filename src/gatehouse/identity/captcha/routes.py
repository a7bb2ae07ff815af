from typing import Any

from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import VendorRoute, VendorTransaction, may_read_secrets
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.identity.captcha import schemas, service
from gatehouse.kit.resources import AllResources
from gatehouse.vendor.captcha import CaptchaPolicy
from gatehouse.vendor.current import CurrentConfiguration

READ, WRITE = VendorPermission.READ_CONFIGURATION, VendorPermission.WRITE_CONFIGURATION
router = Router(prefix="/identity/resources", tags=["Public configuration"])
vendor_router = Router(
    prefix="/identity/resources/configurations/v1/captcha-policy",
    tags=["Vendor"],
    route_class=VendorRoute,
)


@router.get(
    "/configurations/v1/captcha-policy/public",
    response_model=schemas.PublicCaptchaPolicy,
    response_model_exclude_none=True,
)
async def get_public_captcha_policy(
    configuration: CurrentConfiguration,
) -> CaptchaPolicy | schemas.PublicCaptchaPolicy:
    """Whether a captcha is required, and what a page needs to display it."""
    return configuration.captcha or schemas.PublicCaptchaPolicy(enabled=False)


@router.get("/captcha/v1/challenge", response_model=schemas.Challenge)
async def get_captcha_challenge(resources: AllResources) -> dict[str, Any]:
    """A new proof of work, as the ALTCHA widget reads it; its solution is the `recaptchaToken`. 404 where
    the vendor requires none."""
    return service.create_captcha_challenge(resources)


@vendor_router.get("", permission=READ)
async def get_captcha_policy(
    db: VendorTransaction, resources: AllResources, caller: VendorCaller
) -> schemas.CaptchaPolicyOut:
    """The policy, with its secret only for a credential with `vendor.see.secrets`. 404 `captcha.missing`
    before the first one."""
    policy = await service.get_captcha_policy(db)
    told = schemas.CaptchaPolicyOut.model_validate(policy)
    told.secret_key = (
        service.decrypt_captcha_secret(resources, policy) if may_read_secrets(caller) else ""
    )
    return told


@vendor_router.post("", permission=WRITE, status_code=201, response_model=schemas.CaptchaPolicyOut)
async def create_captcha_policy(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    data: schemas.CaptchaPolicyIn,
) -> CaptchaPolicy:
    """In force everywhere within a second, at sign-in, sign-up and where a code or link is requested. 409
    `captcha.exists`, 400 `captcha.keys_needed`."""
    return await service.create_captcha_policy(db, resources, caller, data)


@vendor_router.put("", permission=WRITE, response_model=schemas.CaptchaPolicyOut)
async def change_captcha_policy(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    data: schemas.CaptchaPolicyIn,
) -> CaptchaPolicy:
    """Replace the whole policy; 404 `captcha.missing`, 400 `captcha.keys_needed`."""
    return await service.change_captcha_policy(db, resources, caller, data)
