from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from gatehouse.access.dpop import DpopProof
from gatehouse.identity.sessions.models import SessionFacts
from gatehouse.vendor.applications.models import Application


@dataclass(frozen=True, slots=True)
class AuthorizationRequest:
    """A checked authorization request. `max_age` in seconds; `tenant_id` or `alias` names the tenant;
    `signed_in_after`: only a sign-in since then will do. `dpop_key`: only with this key is the code
    exchanged. Of another company's application, `scopes` is what it may know, `consented_after`: only a
    consent since then will do, `declined`: there is none. `subject`: only this person will do."""

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
    dpop_key: str | None = None
    scopes: tuple[str, ...] | None = None
    consented_after: datetime | None = None
    declined: bool = False
    subject: str | None = None


@dataclass(frozen=True, slots=True)
class BrowserSession:
    """Of the browser that asks. `tenant_id` is where it acts now, `asked_tenant_id` the tenant of the
    alias that was asked for. `admitted`: there they may use the application that asks.
    `lacks_second_factor`: there only a new sign-in gets on. `is_restricted`: it has rules for who enters."""

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


@dataclass(frozen=True, slots=True)
class NamedSession:
    """A session of somebody's own, in one of its tenants, that was not read from a refresh cookie."""

    session_id: UUID
    tenant_id: UUID


@dataclass(frozen=True, slots=True)
class AuthorizationDestination:
    """`address` is the application's, which is told `told` in the way `mode`; or a path of ours, for what is
    missing (`step`: `login`, `step_up`, `consent`), from which people come back by the path `again`."""

    address: str
    application_id: UUID
    told: Mapping[str, str | None] | None = None
    mode: str | None = None
    step: str | None = None
    again: str = ""


@dataclass(frozen=True, slots=True)
class UsedCode:
    """`was_used`: this is not the first use."""

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
    """What a code gave; `nonce` is its own."""

    nonce: str | None


@dataclass(frozen=True, slots=True)
class Credentials:
    """Of the header or of the body (RFC 6749 §2.3.1)."""

    client_id: str
    secret: str
    of_header: bool = False


@dataclass(frozen=True, slots=True)
class TokenRequest:
    """As it came, by form or JSON; `proof` shows a key to which the tokens are to be bound."""

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
class PushedRequest:
    application_id: UUID
    parameters: dict[str, str]
    created_at: datetime


@dataclass(frozen=True, slots=True)
class RefreshTokenOwner:
    """Of a refresh token: the application, the key without which it is nothing, and what it may know, if it
    is another company's."""

    application_id: UUID
    dpop_key: str | None
    scopes: list[str] | None


@dataclass(frozen=True, slots=True)
class EndedApplicationSession:
    """A session of an application that is over."""

    session_id: UUID
    application_id: UUID
    user_id: UUID
    tenant_id: UUID


@dataclass(frozen=True, slots=True)
class Tokens:
    """`expires_in` is seconds of the access token and the id token. `is_bound`: they count only with a
    key. `scopes` as of `AuthorizationRequest`."""

    access_token: str
    id_token: str
    refresh_token: str
    expires_in: int
    is_bound: bool = False
    scopes: tuple[str, ...] | None = None
