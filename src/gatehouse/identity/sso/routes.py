from fastapi import APIRouter

from gatehouse.kit.schemas import Wire

router = APIRouter(tags=["Public configuration"])


class SsoState(Wire):
    is_active: bool


@router.get("/team/resources/sso/v2/configurations/public")
async def get_public_sso_state() -> SsoState:
    """Whether any tenant signs in through its own identity provider: no."""
    return SsoState(is_active=False)
