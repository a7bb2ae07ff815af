from typing import Any

from gatehouse.identity.captcha import service
from gatehouse.identity.captcha.schemas import Challenge, PublicCaptchaPolicy
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router
from gatehouse.vendor.captcha import CaptchaPolicy
from gatehouse.vendor.current import CurrentConfiguration

router = Router(prefix="/identity/resources", tags=["Public configuration"])


@router.get(
    "/configurations/v1/captcha-policy/public",
    response_model=PublicCaptchaPolicy,
    response_model_exclude_none=True,
)
async def get_public_captcha_policy(
    configuration: CurrentConfiguration,
) -> CaptchaPolicy | PublicCaptchaPolicy:
    """Whether a captcha is required, and what a page needs to display it."""
    return configuration.captcha or PublicCaptchaPolicy(enabled=False)


@router.get("/captcha/v1/challenge", response_model=Challenge)
async def get_captcha_challenge(resources: AllResources) -> dict[str, Any]:
    """A new proof of work, as the ALTCHA widget reads it; its solution is the `recaptchaToken`. 404 where
    the vendor requires none."""
    return service.make_challenge(resources)
