from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Literal
from uuid import UUID

AccessType = Literal["FREE_ACCESS", "MANAGED_ACCESS"]
Pkce = Literal["required", "optional"]


@dataclass(frozen=True)
class Application:
    """`key` is its name in the configuration document, `client_id` the audience of its tokens.
    Lifetimes in seconds; `access_token_seconds` None: as the settings say. `access_type` is that of accounts
    for which nothing else is said."""

    id: UUID
    key: str
    client_id: UUID
    name: str
    type: str
    is_default: bool
    is_active: bool
    redirect_uris: list[str]
    allowed_origins: list[str]
    signing_algorithm: str
    access_token_seconds: int | None
    refresh_token_seconds: int
    app_url: str
    login_url: str
    logo_url: str
    description: str
    platform: str
    frontend_stack: str
    created_at: datetime
    updated_at: datetime
    access_type: AccessType = "FREE_ACCESS"
    backchannel_logout_uri: str = ""
    dpop_bound_access_tokens: bool = False
    dpop_nonce: bool = False
    require_pushed_authorization_requests: bool = False
    allow_dcr: bool = False
    hosted_login: bool = True
    pkce: Pkce = "required"
    metadata: dict[str, Any] = field(default_factory=dict)

    @property
    def guarded(self) -> UUID | None:
        """The application's id, or None for the default application, which every user may use."""
        return None if self.is_default else self.id

    @cached_property
    def audience(self) -> str:
        """`aud` of its tokens."""
        return str(self.client_id)

    @cached_property
    def cookie_suffix(self) -> str:
        """The client id without its first dash, as the mobile clients spell it."""
        return str(self.client_id).replace("-", "", 1)

    @cached_property
    def cookie_suffixes(self) -> tuple[str, str, str]:
        """Every spelling of the suffix that clients read; the preferred one first."""
        return self.cookie_suffix, self.client_id.hex, str(self.client_id)


@dataclass(frozen=True, slots=True)
class ApplicationSecret:
    application_id: UUID
    secret_hash: bytes


@dataclass(frozen=True, slots=True)
class ClientNames:
    key: str
    client_id: UUID
