from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, get_args

ProviderType = Literal["google", "microsoft", "github", "facebook", "apple", "slack", "linkedin"]
PROVIDER_TYPES: tuple[ProviderType, ...] = get_args(ProviderType)
# These providers return addresses that were not verified recently, or that other users may set.
PROVES_NO_ADDRESS = frozenset({"facebook", "slack"})


@dataclass(frozen=True)
class SocialProvider:
    """`id` is its type, or the vendor's name for a custom provider. `trusts_addresses`: its addresses count
    as verified although it does not confirm that."""

    id: str
    is_custom: bool
    is_active: bool
    client_id: str
    sealed_secret: bytes | None = field(repr=False)
    scopes: list[str]
    trusts_addresses: bool
    directory: str
    team_id: str
    key_id: str
    display_name: str
    issuer: str
    authorization_url: str
    token_url: str
    userinfo_url: str
    logo_url: str
    redirect_url: str
    created_at: datetime
    updated_at: datetime
