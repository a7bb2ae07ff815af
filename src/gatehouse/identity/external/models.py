from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal
from uuid import UUID

from pydantic import TypeAdapter, ValidationError

from gatehouse.directory.users.errors import InvalidEmail
from gatehouse.directory.users.service import derive_name_from_email, normalize_email
from gatehouse.kit.schemas import Spoken

SPOKEN: TypeAdapter[str] = TypeAdapter(Spoken)
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
    """An authorization server, and the client registered there. With an `issuer` and `jwks_url` it is an
    OpenID provider, whose id token is verified; without, `userinfo_url` identifies the user.

    `issuer` may hold `{tenantid}`, which stands for the claim `tid` (Microsoft's directories). `uses_pkce`:
    false for the few providers that reject a verifier instead of ignoring it. The userinfo endpoint is
    requested if the id token has no claim `email_claim`, or none of `wanted_claims`.
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
    email_claim: str = "email"
    wanted_claims: tuple[str, ...] = ()

    @property
    def is_openid(self) -> bool:
        return self.issuer is not None and self.jwks_url is not None


@dataclass(frozen=True, slots=True)
class ProviderEndpoints:
    """The metadata of an OpenID provider (OpenID Connect Discovery 1.0 §3)."""

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
    """The identity of a user at another server. `subject` is the identifier there, which never changes and is
    never reassigned; `email_verified`: the provider says that the address is the user's, now. `ignores_case`:
    two subjects that differ only in case are equal."""

    kind: Kind
    provider: str
    issuer: str
    subject: str
    email: str | None
    email_verified: bool
    name: str | None = None
    ignores_case: bool = False

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What a link is found by."""
        return self.kind, self.provider, self.issuer, self.subject

    @property
    def usable_email(self) -> str | None:
        """The normalized address; None if it is not an email address."""
        return normalize_email_or_none(self.email)

    @property
    def safe_name(self) -> str:
        """The name, if it is safe to use in mails to others; otherwise one from the address."""
        try:
            return SPOKEN.validate_python(self.name or "") or derive_name_from_email(
                self.usable_email or ""
            )
        except ValidationError:
            return derive_name_from_email(self.usable_email or "")


def normalize_email_or_none(email: str | None) -> str | None:
    """The normalized address; None if it is not an email address."""
    try:
        return normalize_email(email) if email else None
    except InvalidEmail:
        return None


@dataclass(frozen=True, slots=True)
class StartedSignIn:
    """A pending sign-in at a provider: the values of the authorization request."""

    state: str
    nonce: str = field(repr=False)
    verifier: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class NativeApp:
    """An app that starts a sign-in, and sends the verifier of its challenge (RFC 7636) when it returns."""

    application_id: UUID
    code_challenge: str


@dataclass(frozen=True, slots=True)
class AppReturn:
    """The values with which an app returns; all of them must match the start."""

    app: NativeApp
    page: str
    page_state: str


@dataclass(frozen=True, slots=True)
class ReturnedSignIn:
    """The page where the browser continues after it came back from a provider."""

    page: str
    page_state: str


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A pending sign-in. `sealed_browser`: the browser token of a sign-in that an app started."""

    state_hash: bytes
    provider: str
    redirect_uri: str
    sealed_browser: bytes | None


@dataclass(frozen=True, slots=True)
class ExternalAttempt:
    """A sign-in that returned to the browser in which it began."""

    provider: str
    redirect_uri: str
    nonce: str = field(repr=False)
    verifier: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class LinkedAccount:
    """The account that is linked to an identity. `verified`: its address is verified."""

    id: UUID
    user_id: UUID
    email: str
    verified: bool


@dataclass(frozen=True, slots=True)
class EmailHolder:
    """The account that has an address. `linked_elsewhere`: another account of the same provider is linked to
    it."""

    user_id: UUID
    email: str
    verified: bool
    linked_elsewhere: bool


@dataclass(frozen=True, slots=True)
class ReleasedLink:
    connection_id: UUID
    user_id: UUID
    email: str
