from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal
from uuid import UUID

Kind = Literal[
    "social",
    "custom",
    "oidc",
    "saml",
    "oidc_test",
    "saml_test",
    "saml_logout",
    "oidc_logout",
    "onward",
]


@dataclass(frozen=True, slots=True)
class ExternalProvider:
    """An authorization server, and what we are to it. With an `issuer` and `jwks_url` it is an OpenID
    provider, whose id token is checked; without, `userinfo_url` says who somebody is.

    `issuer` may hold `{tenantid}`, which stands for the claim `tid` (Microsoft's directories). `uses_pkce`:
    a few refuse a verifier instead of passing it over.
    """

    client_id: str
    authorization_url: str
    token_url: str
    scopes: tuple[str, ...]
    secret: str = field(default="", repr=False)
    authenticates_in: Literal["body", "header"] = "body"
    also_authenticates_in_body: bool = False
    issuer: str | None = None
    jwks_url: str | None = None
    userinfo_url: str | None = None
    uses_pkce: bool = True
    parameters: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_openid(self) -> bool:
        return self.issuer is not None and self.jwks_url is not None


@dataclass(frozen=True, slots=True)
class ProviderEndpoints:
    """What an OpenID provider says of itself (OpenID Connect Discovery 1.0 §3)."""

    issuer: str
    authorization_url: str
    token_url: str
    jwks_url: str
    userinfo_url: str | None
    authenticates_in: Literal["body", "header"]
    also_authenticates_in_body: bool = False
    scopes: tuple[str, ...] = ()
    end_session_url: str | None = None


@dataclass(frozen=True, slots=True)
class ProviderTokens:
    access_token: str = field(repr=False)
    id_token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class ExternalIdentity:
    """Who somebody is elsewhere. `subject` is their name there that never changes and is given to nobody
    else; `email_verified`: the provider says that the address is theirs, now. `ignores_case`: two subjects
    that differ in case only are the same."""

    kind: Kind
    provider: str
    issuer: str
    subject: str
    email: str | None
    email_verified: bool
    name: str | None = None
    ignores_case: bool = False


@dataclass(frozen=True, slots=True)
class StartedSignIn:
    """A sign-in that goes to a provider: what the authorization request says."""

    state: str
    nonce: str = field(repr=False)
    verifier: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class NativeApp:
    """An app that begins a sign-in, and shows the verifier of its challenge (RFC 7636) when it comes back."""

    application_id: UUID
    code_challenge: str


@dataclass(frozen=True, slots=True)
class AppReturn:
    """What an app brings back; all of it must be as it began."""

    app: NativeApp
    page: str
    page_state: str


@dataclass(frozen=True, slots=True)
class ReturnedSignIn:
    """Where somebody goes on who came back from a provider."""

    page: str
    page_state: str


@dataclass(frozen=True, slots=True)
class UnderWay:
    """`sealed_browser`: what stands for the browser of a sign-in that an app began."""

    state_hash: bytes
    provider: str
    redirect_uri: str
    sealed_browser: bytes | None


@dataclass(frozen=True, slots=True)
class ExternalAttempt:
    """A sign-in that came back to the browser in which it began."""

    provider: str
    redirect_uri: str
    nonce: str = field(repr=False)
    verifier: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class LinkedAccount:
    """The account that an identity opens. `verified`: its address is."""

    id: UUID
    user_id: UUID
    email: str
    verified: bool


@dataclass(frozen=True, slots=True)
class EmailHolder:
    """Whoever has an address here. `linked_elsewhere`: another account of the same provider signs them in
    already."""

    user_id: UUID
    email: str
    verified: bool
    linked_elsewhere: bool


@dataclass(frozen=True, slots=True)
class ReleasedLink:
    connection_id: UUID
    user_id: UUID
    email: str
