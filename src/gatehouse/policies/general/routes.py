from typing import Annotated

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from fastapi import APIRouter

from gatehouse.access.guard import CurrentPrincipal, Transaction
from gatehouse.access.settings import AccessSettings
from gatehouse.access.signing_keys import KeyRing
from gatehouse.kit.resources import resource
from gatehouse.policies.general.schemas import GlobalPolicy, MfaPolicy
from gatehouse.vendor.configuration.schemas import AuthStrategies, SocialProvider
from gatehouse.vendor.configuration.service import auth_strategies, get_vendor

router = APIRouter(tags=["Security policies"])

REFRESH_TOKEN_SECONDS = 30 * 24 * 3600


@router.get("/identity/resources/configurations/v1")
async def get_global_policy(
    db: Transaction,
    caller: CurrentPrincipal,
    keys: Annotated[KeyRing, resource(KeyRing)],
    settings: Annotated[AccessSettings, resource(AccessSettings)],
) -> GlobalPolicy:
    """What holds for every tenant. Wire reference §16, security policy."""
    vendor = await get_vendor(db)
    _, private = keys.current()
    public = private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    return GlobalPolicy(
        id=vendor.id,
        enforceMFAType="DontForce",
        allow_override_enforce_password_history=True,
        allow_override_password_complexity=False,
        allow_override_password_expiration=False,
        allow_signups=vendor.allow_signups,
        api_tokens_enabled=vendor.api_tokens_enabled,
        cookie_same_site=vendor.cookie_same_site,
        default_refresh_token_expiration=REFRESH_TOKEN_SECONDS,
        default_token_expiration=settings.access_token_seconds,
        public_key=public.decode(),
        created_at=vendor.created_at,
        updated_at=vendor.updated_at,
    )


@router.get("/identity/resources/configurations/v1/mfa-policy")
@router.get("/identity/resources/configurations/v1/mfa-policy/vendor", name="get_vendor_mfa_policy")
async def get_mfa_policy(caller: CurrentPrincipal) -> MfaPolicy:
    """Whether a second factor is asked for: nobody is forced."""
    return MfaPolicy(enforceMFAType="DontForce")


@router.get("/identity/resources/configurations/v1/auth/strategies")
async def get_auth_strategies(db: Transaction, caller: CurrentPrincipal) -> AuthStrategies:
    """The same as for strangers."""
    return await auth_strategies(db)


@router.get("/identity/resources/sso/v2/authenticated")
async def list_own_social_providers(caller: CurrentPrincipal) -> list[SocialProvider]:
    """Social sign-in buttons: none."""
    return []
