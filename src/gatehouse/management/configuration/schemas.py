from typing import Literal

from pydantic import Field

from gatehouse.kit.schemas import Wire
from gatehouse.policies.general.schemas import GlobalPolicy
from gatehouse.vendor.configuration.models import MfaStrategy


class VendorPolicy(GlobalPolicy):
    """`publicKey` (PEM) verifies access tokens; `jwtAlgorithm` is the default application's."""

    jwt_algorithm: str
    machine_to_machine_auth_strategy: str
    allow_not_verified_users_login: bool
    force_permissions: bool


class VendorPolicyChange(Wire):
    """What is missing stays. Lifetimes in seconds, of the default application."""

    default_token_expiration: int | None = Field(None, ge=30, le=3600)
    default_refresh_token_expiration: int | None = Field(None, ge=300, le=31_536_000)
    cookie_same_site: Literal["STRICT", "LAX", "NONE"] | None = None
    machine_to_machine_auth_strategy: Literal["ClientCredentials", "AccessToken"] | None = None
    allow_signups: bool | None = None
    allow_not_verified_users_login: bool | None = None
    api_tokens_enabled: bool | None = None
    force_permissions: bool | None = None
    jwt_algorithm: Literal["RS256", "ES256"] | None = None


class MfaStrategyChange(Wire):
    strategy: MfaStrategy
    is_active: bool
