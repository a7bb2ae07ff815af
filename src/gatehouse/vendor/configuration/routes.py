from typing import Annotated

from fastapi import APIRouter
from fastapi import Query as Parameter

from gatehouse.vendor.configuration import service
from gatehouse.vendor.configuration.models import Vendor
from gatehouse.vendor.configuration.schemas import (
    AuthStrategies,
    CaptchaPolicy,
    CustomProviders,
    PublicConfiguration,
    RememberDevice,
    SignUpStrategy,
    SocialProvider,
    SsoState,
    VendorInfo,
)
from gatehouse.vendor.reading import PublicTransaction

router = APIRouter(tags=["Public configuration"])

IDENTITY = "/identity/resources/configurations/v1"


@router.get(f"{IDENTITY}/public", response_model=PublicConfiguration)
async def get_public_configuration(db: PublicTransaction) -> Vendor:
    """Which sign-in form is shown, and whether there is a sign-up. Wire reference §5."""
    return await service.get_vendor(db)


@router.get(f"{IDENTITY}/auth/strategies/public")
async def get_public_auth_strategies(db: PublicTransaction) -> AuthStrategies:
    """How people sign in first, and what they may use besides."""
    return await service.auth_strategies(db)


@router.get(f"{IDENTITY}/sign-up/strategies")
async def list_sign_up_strategies() -> list[SignUpStrategy]:
    """By what people sign up: an email address."""
    return [SignUpStrategy(strategy="email", is_active=True, is_required=True)]


@router.get(f"{IDENTITY}/captcha-policy/public")
async def get_public_captcha_policy() -> CaptchaPolicy:
    """No captcha is asked for."""
    return CaptchaPolicy(enabled=False)


@router.get(f"{IDENTITY}/mfa-policy/allow-remember-device")
async def may_remember_device(
    mfa_token: Annotated[str | None, Parameter(alias="mfaToken", max_length=2000)] = None,
) -> RememberDevice:
    """Whether a second factor may be skipped on a remembered device: no."""
    return RememberDevice(is_allowed_to_remember=False, mfa_device_expiration=0)


@router.get("/vendors/public", response_model_exclude_none=True)
async def get_public_vendor(db: PublicTransaction) -> VendorInfo:
    """The vendor's name and marks."""
    vendor = await service.get_vendor(db)
    return VendorInfo(
        name=vendor.name,
        logo=vendor.logo_url,
        icon=vendor.icon_url,
        white_label_mode=vendor.white_label,
    )


@router.get("/identity/resources/sso/v2")
async def list_social_providers() -> list[SocialProvider]:
    """Social sign-in buttons: none."""
    return []


@router.get("/identity/resources/sso/custom/v1")
async def list_custom_social_providers() -> CustomProviders:
    """The vendor's own social sign-in buttons: none."""
    return CustomProviders(providers=[])


@router.get("/team/resources/sso/v2/configurations/public")
async def get_public_sso_state() -> SsoState:
    """Whether any tenant signs in through its own identity provider: no."""
    return SsoState(is_active=False)
