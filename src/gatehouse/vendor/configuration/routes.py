from gatehouse.kit.router import Router
from gatehouse.vendor.configuration import service
from gatehouse.vendor.configuration.models import Vendor
from gatehouse.vendor.configuration.service import (
    AuthStrategies,
    PublicConfiguration,
    SignUpStrategy,
    VendorInfo,
)
from gatehouse.vendor.current import CurrentConfiguration

router = Router(tags=["Public configuration"])

IDENTITY = "/identity/resources/configurations/v1"


@router.get(f"{IDENTITY}/public", response_model=PublicConfiguration)
async def get_public_configuration(configuration: CurrentConfiguration) -> Vendor:
    """Which sign-in form is shown, and whether there is a sign-up. Wire reference §5."""
    return configuration.vendor


@router.get(f"{IDENTITY}/auth/strategies/public")
async def get_public_auth_strategies(configuration: CurrentConfiguration) -> AuthStrategies:
    """Main and secondary sign-in methods."""
    return service.build_auth_strategies(configuration)


@router.get(f"{IDENTITY}/sign-up/strategies")
async def list_sign_up_strategies(configuration: CurrentConfiguration) -> list[SignUpStrategy]:
    """Identifiers for sign-up: an email address, and optional further ones."""
    return service.build_sign_up_strategies(configuration)


@router.get("/vendors/public", response_model_exclude_none=True)
async def get_public_vendor(configuration: CurrentConfiguration) -> VendorInfo:
    """The vendor's name and marks."""
    vendor = configuration.vendor
    return VendorInfo(
        name=vendor.name,
        logo=vendor.logo_url,
        icon=vendor.icon_url,
        white_label_mode=vendor.white_label,
    )
