from fastapi import APIRouter

from gatehouse.access.guard import CurrentPrincipal
from gatehouse.kit.schemas import Wire

router = APIRouter(prefix="/identity/resources/sso", tags=["Public configuration"])


class SocialProvider(Wire):
    """A social sign-in button; this installation has none."""

    type: str
    active: bool


class CustomProviders(Wire):
    providers: list[SocialProvider]


@router.get("/v2")
async def list_social_providers() -> list[SocialProvider]:
    """Social sign-in buttons: none."""
    return []


@router.get("/v2/authenticated")
async def list_own_social_providers(caller: CurrentPrincipal) -> list[SocialProvider]:
    """Social sign-in buttons: none."""
    return []


@router.get("/custom/v1")
async def list_custom_social_providers() -> CustomProviders:
    """The vendor's own social sign-in buttons: none."""
    return CustomProviders(providers=[])
