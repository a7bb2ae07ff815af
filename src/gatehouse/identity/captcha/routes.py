from fastapi import APIRouter

from gatehouse.kit.schemas import Wire

router = APIRouter(tags=["Public configuration"])


class CaptchaPolicy(Wire):
    enabled: bool


@router.get("/identity/resources/configurations/v1/captcha-policy/public")
async def get_public_captcha_policy() -> CaptchaPolicy:
    """No captcha is asked for."""
    return CaptchaPolicy(enabled=False)
