from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from gatehouse.vendor.applications.models import Application


@dataclass(frozen=True, slots=True)
class Wanted:
    """A checked authorization request. `max_age` in seconds; `tenant_id` or `alias` names the tenant;
    `signed_in_after`: only a sign-in since then will do."""

    client: Application
    redirect_uri: str
    code_challenge: str
    state: str | None
    nonce: str | None
    prompts: frozenset[str]
    max_age: int | None
    acr_values: frozenset[str]
    tenant_id: UUID | None
    alias: str | None
    signed_in_after: datetime | None


@dataclass(frozen=True, slots=True)
class BrowserSession:
    """Of the browser that asks. `tenant_id` is where it acts now, `asked_tenant_id` the tenant of the
    alias that was asked for. `admitted`: there they may use the application that asks."""

    session_id: UUID
    user_id: UUID
    tenant_id: UUID
    asked_tenant_id: UUID | None
    email: str
    auth_time: datetime
    amr: list[str]
    admitted: bool


@dataclass(frozen=True, slots=True)
class UsedCode:
    """`was_used`: this is not the first use."""

    application_id: UUID
    redirect_uri: str
    code_challenge: str
    nonce: str | None
    user_id: UUID
    entering: UUID
    session_id: UUID
    expires_at: datetime
    was_used: bool
    granted_session_id: UUID | None


@dataclass(frozen=True, slots=True)
class TokenRequest:
    """As it came, by form or JSON. `client_id` and `client_secret` may be those of the header (RFC 6749
    §2.3.1)."""

    grant_type: str
    code: str
    redirect_uri: str
    code_verifier: str
    refresh_token: str
    tenant_id: UUID | None
    client_id: str
    client_secret: str = ""


@dataclass(frozen=True, slots=True)
class Tokens:
    """`expires_in` is seconds of the access token and the id token."""

    access_token: str
    id_token: str
    refresh_token: str
    expires_in: int
