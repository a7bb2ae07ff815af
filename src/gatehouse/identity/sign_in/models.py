from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.identity.factors.schemas import MfaDevices, MfaStrategy
from gatehouse.identity.sessions.models import TokenFacts
from gatehouse.kit.events import Actor
from gatehouse.vendor.configuration.models import EnforceMfa

MULTI_FACTOR = "mfa"
# Besides RFC 8176: the second factor was shown in this browser some time ago.
REMEMBERED = "remembered"
# By a connection of the company's, and by one that speaks SAML.
SINGLE_SIGN_ON, SAML = "sso", "saml"
# Another sign-in vouches for the person.
FEDERATED = frozenset({"sso", "saml"})


@dataclass(frozen=True, slots=True)
class SignInContext:
    """Where somebody wants in: the tenant that the page names, by id or alias, if any. `device` is the
    token of a browser that is not asked for the second factor, `invitation` the hash of the token of an
    invite link. `cookies` are those of the browser: what it chose at sign-up waits there."""

    tenant_id: UUID | None = None
    alias: str | None = None
    device: str | None = None
    invitation: bytes | None = None
    cookies: Mapping[str, str] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class AuthenticationResult:
    """Somebody has shown who they are. `amr` says how (RFC 8176: `pwd`, `otp`, `hwk`, `sms` …); it has
    `mfa` where that was two factors at once, as with a passkey that asks for a fingerprint. `breached`: by a
    password that strangers know."""

    user_id: UUID
    email: str
    amr: tuple[str, ...]
    breached: bool = False


@dataclass(frozen=True, slots=True)
class Impersonator:
    """Who acts in somebody else's name; `amr` is how they have shown who they are themselves. `is_staff`: as
    one of the vendor's own people, who need not belong to the account."""

    id: UUID
    email: str
    amr: tuple[str, ...]
    is_staff: bool = False

    def actor(self, client: Client) -> Actor:
        actor = by_person(self.id, self.email, client)
        return replace(actor, kind="staff") if self.is_staff else actor


class SignInStep(StrEnum):
    """What may be asked of somebody before they are in."""

    RESET_PASSWORD = "reset_password"  # noqa: S105  a step, not a password
    REPLACE_PASSWORD = "replace_password"  # noqa: S105
    VERIFY_SECOND_FACTOR = "verify_second_factor"
    ENROLL_SECOND_FACTOR = "enroll_second_factor"


@dataclass(frozen=True, slots=True)
class SignInCandidate(TokenFacts):
    """Who wants in, and the tenant that they would enter. `remembered_at`: since when the browser is not
    asked for the second factor there. `enforce_mfa` is the tenant's rule. `is_restricted`: the tenant says
    who may enter, and from where. `password_until` is when the password is too old there, and
    `notice_minutes` how long before people are told. `sso_required`: people with this address come in through
    their company only. `admitted`: they may use the application that asks. `has_factor`: a second factor is
    there, also where the vendor asks this person for none."""

    mfa_enrolled: bool
    remembered_at: datetime | None
    enforce_mfa: EnforceMfa
    is_restricted: bool
    password_until: datetime | None = None
    notice_minutes: int = 0
    sso_required: bool = False
    admitted: bool = True
    has_factor: bool = False

    @property
    def is_remembered(self) -> bool:
        return self.remembered_at is not None


@dataclass(frozen=True, slots=True)
class SignInFacts:
    """All that the rules look at."""

    entrant: SignInCandidate
    amr: tuple[str, ...]
    may_enter_unverified: bool
    breached: bool = False
    now: datetime | None = None

    @property
    def has_old_password(self) -> bool:
        """They came with a password that the tenant wants replaced."""
        until, now = self.entrant.password_until, self.now
        return "pwd" in self.amr and until is not None and now is not None and until <= now

    @property
    def has_two_factors(self) -> bool:
        return MULTI_FACTOR in self.amr

    @property
    def is_forced(self) -> bool:
        """The tenant has everybody bring a second factor, this person too."""
        match self.entrant.enforce_mfa:
            case "Force":
                return True
            case "ForceExceptSAML":
                return FEDERATED.isdisjoint(self.amr)
        return False


@dataclass(frozen=True, slots=True)
class PendingSignIn:
    """A sign-in that waits for `step`. `amr` is what has been proved; `session_id` is the session that
    is being stepped up, if it is that; `invitation` as in `SignInContext`."""

    id: UUID
    purpose: str
    step: str
    user_id: UUID
    entering: UUID
    session_id: UUID | None
    invitation: bytes | None
    amr: list[str]
    tries: int
    email: str
    sealed_authenticator: bytes | None
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class RememberingRule:
    """Whether a tenant lets browsers be remembered, and for how many seconds."""

    is_allowed: bool
    seconds: int


@dataclass(frozen=True, slots=True)
class RequiredEnrollment:
    """What somebody needs who must enroll: the kinds that are offered, the address from which an
    authenticator app is set up (None where apps are not offered), and the recovery code to come."""

    strategies: list[MfaStrategy]
    authenticator_address: str | None
    recovery_code: str


@dataclass(frozen=True, slots=True)
class SignInChallenge:
    """Not in yet: `token` names the sign-in that waits, or resets a password that is too old; `devices` are
    what the person may use, `enrollment` what they may begin with when they have nothing."""

    token: str
    step: SignInStep
    user_id: UUID
    email: str
    email_verified: bool
    devices: MfaDevices
    enrollment: RequiredEnrollment | None = None

    @property
    def enrolled(self) -> bool:
        return self.step == SignInStep.VERIFY_SECOND_FACTOR
