from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.dpop import DpopProof
from gatehouse.identity.sessions.models import SessionFacts
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.vendor.applications import Application


@dataclass(frozen=True, slots=True)
class AuthorizationRequest:
    """A checked authorization request. `max_age` in seconds; `tenant_id` or `alias` names the tenant;
    `signed_in_after`: the sign-in must be newer. `dpop_key`: the code can be exchanged with this key only.
    For third-party applications, `scopes` is what it may read, `consented_after`: the consent must be newer,
    `declined`: the user refused. `subject`: the only acceptable user."""

    client: Application
    redirect_uri: str
    code_challenge: str
    prompts: frozenset[str]
    nonce: str | None = None
    max_age: int | None = None
    acr_values: frozenset[str] = frozenset()
    tenant_id: UUID | None = None
    alias: str | None = None
    signed_in_after: datetime | None = None
    dpop_key: str | None = None
    scopes: tuple[str, ...] | None = None
    consented_after: datetime | None = None
    declined: bool = False
    subject: str | None = None


@dataclass(frozen=True, slots=True)
class BrowserSession:
    """The session of the calling browser. `tenant_id` is its current tenant, `asked_tenant_id` the tenant of
    the requested alias. `admitted`: the user may use the application there. `lacks_second_factor`: the tenant
    requires MFA that the session lacks. `is_restricted`: the tenant has access restrictions."""

    session_id: UUID
    user_id: UUID
    tenant_id: UUID
    asked_tenant_id: UUID | None
    email: str
    auth_time: datetime
    amr: list[str]
    admitted: bool
    lacks_second_factor: bool
    is_restricted: bool
    configuration_version: int


@dataclass(frozen=True, slots=True)
class NamedSession:
    """A user's own session in one of its tenants that was not identified by a refresh cookie."""

    session_id: UUID
    tenant_id: UUID


@dataclass(frozen=True, slots=True)
class AuthorizationDestination:
    """Where the browser goes. `address` is the application's, with the parameters `told` in the response mode
    `mode`; or a Gatehouse path for the missing `step` (`login`, `step_up`, `consent`), which returns to the
    path `again`."""

    address: str
    application_id: UUID
    told: Mapping[str, str | None] | None = None
    mode: str | None = None
    step: str | None = None
    again: str = ""


@dataclass(frozen=True, slots=True)
class UsedCode:
    """A code that was looked up for exchange. `was_used`: it had been used before."""

    application_id: UUID
    redirect_uri: str
    code_challenge: str
    nonce: str | None
    dpop_key: str | None
    scopes: list[str] | None
    user_id: UUID
    entering: UUID
    session_id: UUID
    expires_at: datetime
    was_used: bool
    granted_session_id: UUID | None


@dataclass(frozen=True, slots=True)
class ExchangedCode(SessionFacts):
    """What a code was exchanged for; `nonce` is that of the code."""

    nonce: str | None


@dataclass(frozen=True, slots=True)
class Credentials:
    """Client credentials of the header or of the body (RFC 6749 §2.3.1)."""

    client_id: str
    secret: str
    of_header: bool = False


@dataclass(frozen=True, slots=True)
class TokenRequest:
    """A token request, from a form or JSON; `proof` shows the key to bind the tokens to."""

    grant_type: str
    code: str
    redirect_uri: str
    code_verifier: str
    refresh_token: str
    tenant_id: UUID | None
    credentials: Credentials
    proof: DpopProof | None

    @property
    def client_id(self) -> str:
        return self.credentials.client_id


@dataclass(frozen=True, slots=True)
class TokenCall:
    """A token request and its sender. `authenticated`: the application that authenticated with its secret.
    `db` has the system scope."""

    db: Db
    resources: Resources
    asked: TokenRequest
    client: Client
    authenticated: Application | None


@dataclass(frozen=True, slots=True)
class PushedRequest:
    application_id: UUID
    parameters: dict[str, str]
    created_at: datetime


@dataclass(frozen=True, slots=True)
class RefreshTokenOwner:
    """The session of a refresh token: the application, the key that its tokens are bound to, and for a
    third-party application its scopes."""

    application_id: UUID
    dpop_key: str | None
    scopes: list[str] | None


@dataclass(frozen=True, slots=True)
class EndedApplicationSession:
    """An ended session of an application."""

    session_id: UUID
    application_id: UUID
    user_id: UUID
    tenant_id: UUID


@dataclass(frozen=True, slots=True)
class Tokens:
    """Issued tokens. `expires_in` is seconds of the access token and the id token. `is_bound`: they are bound
    to a key. `scopes` as in `AuthorizationRequest`."""

    access_token: str
    id_token: str
    refresh_token: str
    expires_in: int
    is_bound: bool = False
    scopes: tuple[str, ...] | None = None
