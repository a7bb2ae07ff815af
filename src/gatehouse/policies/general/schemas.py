from datetime import datetime
from uuid import UUID

from pydantic import Field

from gatehouse.kit.schemas import Wire
from gatehouse.vendor.configuration.models import EnforceMfa


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
