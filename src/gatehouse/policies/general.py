"""The policy that applies to every tenant, as clients read it."""

from datetime import datetime
from uuid import UUID

from pydantic import Field

from gatehouse.access.settings import AccessSettings
from gatehouse.access.signing_keys import KeyRing
from gatehouse.kit.schemas import Wire
from gatehouse.vendor.configuration.models import EnforceMfa
from gatehouse.vendor.configuration.snapshot import Snapshot


class GlobalPolicy(Wire):
    """Lifetimes in seconds; `publicKey` (PEM) verifies access tokens."""

    id: UUID
    enforce_mfa_type: EnforceMfa = Field(alias="enforceMFAType")
    allow_override_enforce_password_history: bool
    allow_override_password_complexity: bool
    allow_override_password_expiration: bool
    allow_signups: bool
    api_tokens_enabled: bool
    cookie_same_site: str
    default_refresh_token_expiration: int
    default_token_expiration: int
    public_key: str
    created_at: datetime
    updated_at: datetime


def global_policy(configuration: Snapshot, keys: KeyRing, settings: AccessSettings) -> GlobalPolicy:
    """The policy of the default application; `public_key` is the one that the server packages need."""
    vendor, application = configuration.vendor, configuration.default
    return GlobalPolicy(
        id=vendor.id,
        enforceMFAType=vendor.mfa_enforcement,
        allow_override_enforce_password_history=True,
        allow_override_password_complexity=False,
        allow_override_password_expiration=False,
        allow_signups=vendor.allow_signups,
        api_tokens_enabled=vendor.api_tokens_enabled,
        cookie_same_site=vendor.cookie_same_site,
        default_refresh_token_expiration=application.refresh_token_seconds,
        default_token_expiration=application.access_token_seconds or settings.access_token_seconds,
        public_key=keys.public_pem(configuration.signing_algorithms[0]),
        created_at=vendor.created_at,
        updated_at=vendor.updated_at,
    )
