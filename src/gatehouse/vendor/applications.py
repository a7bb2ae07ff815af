from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Literal
from uuid import UUID

from gatehouse.kit.db import Command, Query
from gatehouse.kit.errors import Invalid, NotFound


class ApplicationNotFound(NotFound, code="applications.not_found"): ...


class UnknownApplication(Invalid, code="applications.unknown"):
    """The application that the caller names does not exist, is not active or is not for users."""


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


APPLICATIONS = Query(Application, "select * from applications order by not is_default, key")

SECRETS = Query(ApplicationSecret, "select application_id, secret_hash from application_secrets")
SHARED_SECRETS = Query(
    ApplicationSecret, "select application_id, secret_hash from application_shared_secrets"
)

# Clients that belong to one are no configuration of the vendor's.
CONFIGURED = Query(
    Application,
    """
    select a.* from applications a
    where not exists (select from application_clients c where c.application_id = a.id)
    order by not a.is_default, a.key
    """,
)
# Whose key or client id is that of a client.
OF_CLIENTS = Query(
    ClientNames,
    """
    select a.key, a.client_id from applications a
    join application_clients c on c.application_id = a.id
    where a.key = any ($1::text[]) or a.client_id = any ($2::uuid[])
    """,
)

SAVE_APPLICATION = Command(
    """
    insert into applications (key, created_at, updated_at, client_id, name, type, is_default,
      is_active, redirect_uris, allowed_origins, signing_algorithm, access_token_seconds,
      refresh_token_seconds, app_url, login_url, logo_url, description, platform, frontend_stack,
      access_type, dpop_bound_access_tokens, dpop_nonce, require_pushed_authorization_requests,
      backchannel_logout_uri, allow_dcr, hosted_login, metadata, pkce)
    values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
      $20, $21, $22, $23, $24, $25, $26, $27)
    on conflict (key) do update set updated_at = $2, client_id = $3, name = $4, type = $5,
      is_default = $6, is_active = $7, redirect_uris = $8, allowed_origins = $9,
      signing_algorithm = $10, access_token_seconds = $11, refresh_token_seconds = $12,
      app_url = $13, login_url = $14, logo_url = $15, description = $16, platform = $17,
      frontend_stack = $18, access_type = $19, dpop_bound_access_tokens = $20,
      dpop_nonce = $21, require_pushed_authorization_requests = $22,
      backchannel_logout_uri = $23, allow_dcr = $24, hosted_login = $25, metadata = $26,
      pkce = $27
    """
)

# The clients that belong to them go too.
DELETE_APPLICATIONS = Command(
    """
    delete from applications where key = any ($1::text[]) or id in (
      select c.application_id from application_clients c
      join applications p on p.id = c.parent_id
      where p.key = any ($1::text[])
    )
    """
)

DELETE_APPLICATION = Command("delete from applications where id = $1")

# Registered clients to which no user has given consent.
_UNUSED = """
    from application_clients c where c.registered_at < $1
      and not exists (select from oauth_consents o where o.application_id = c.application_id)
"""

DELETE_UNUSED_REGISTRATIONS = Command(
    "delete from applications where id in ("
    f"select c.application_id {_UNUSED} order by c.registered_at limit $2)"
)
