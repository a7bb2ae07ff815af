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
# In addition to RFC 8176: MFA was completed in this remembered browser earlier.
REMEMBERED = "remembered"
# SSO by a connection of the company, and SAML in particular.
SINGLE_SIGN_ON, SAML = "sso", "saml"
# Authenticated by an external identity provider.
FEDERATED = frozenset({"sso", "saml"})


@dataclass(frozen=True, slots=True)
class SignInContext:
    """The context of a sign-in: the tenant that the page names, by id or alias, if any. `device` is the token
    of a remembered browser, `invitation` the hash of an invite link's token. `cookies` are those of the
    browser, with choices made at sign-up."""

    tenant_id: UUID | None = None
    alias: str | None = None
    device: str | None = None
    invitation: bytes | None = None
    cookies: Mapping[str, str] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class AuthenticationResult:
    """An authenticated user. `amr` says how (RFC 8176: `pwd`, `otp`, `hwk`, `sms` …); it has `mfa` when the
    method alone was multi-factor, such as a passkey with user verification. `breached`: the password was
    found in a data breach."""

    user_id: UUID
    email: str
    amr: tuple[str, ...]
    breached: bool = False


@dataclass(frozen=True, slots=True)
class Impersonator:
    """The impersonating user; `amr` is how they authenticated. `is_staff`: one of the vendor's staff, who
    need not be a member of the tenant."""

    id: UUID
    email: str
    amr: tuple[str, ...]
    is_staff: bool = False

    def actor(self, client: Client) -> Actor:
        actor = by_person(self.id, self.email, client)
        return replace(actor, kind="staff") if self.is_staff else actor


class SignInStep(StrEnum):
    """A step that a sign-in may require."""

    RESET_PASSWORD = "reset_password"  # noqa: S105  a step, not a password
    REPLACE_PASSWORD = "replace_password"  # noqa: S105
    VERIFY_SECOND_FACTOR = "verify_second_factor"
    ENROLL_SECOND_FACTOR = "enroll_second_factor"


@dataclass(frozen=True, slots=True)
class SignInCandidate(TokenFacts):
    """The user who signs in, and the tenant to enter. `remembered_at`: since when the browser is remembered
    there. `enforce_mfa` is the tenant's rule. `is_restricted`: the tenant has access restrictions.
    `password_until` is when the password expires there, and `notice_minutes` how long before the user is
    notified. `sso_required`: users with this email domain must use SSO. `admitted`: the user may use the
    requesting application. `has_factor`: the user has an MFA factor, even when the vendor exempts the
    user. `user_version` changes with the user's row. `is_known_place`: the user has signed in from this
    location; `was_here_lately`: within the hour, and without failures since."""

    mfa_enrolled: bool
    remembered_at: datetime | None
    enforce_mfa: EnforceMfa
    is_restricted: bool
    user_version: str
    has_signed_in: bool
    is_known_place: bool
    was_here_lately: bool
    has_failed_attempts: bool
    has_session_limit: bool
    password_until: datetime | None = None
    notice_minutes: int = 0
    sso_required: bool = False
    admitted: bool = True
    has_factor: bool = False

    @property
    def is_remembered(self) -> bool:
        return self.remembered_at is not None

    @property
    def is_new_place(self) -> bool:
        """The user has not signed in from this location lately, and this is not the first sign-in."""
        return self.has_signed_in and not self.is_known_place

    @property
    def must_forgive(self) -> bool:
        """The sign-in resets failures of unknown locations, because it comes from one."""
        return self.has_failed_attempts and not self.is_known_place


@dataclass(frozen=True, slots=True)
class SignInFacts:
    """Everything that the rules evaluate."""

    candidate: SignInCandidate
    amr: tuple[str, ...]
    may_enter_unverified: bool
    breached: bool = False
    now: datetime | None = None

    @property
    def has_expired_password(self) -> bool:
        """The user signed in with a password that has expired in this tenant."""
        until, now = self.candidate.password_until, self.now
        return "pwd" in self.amr and until is not None and now is not None and until <= now

    @property
    def has_completed_mfa(self) -> bool:
        return MULTI_FACTOR in self.amr

    @property
    def is_mfa_enforced(self) -> bool:
        """The tenant requires MFA of all its members, including this user."""
        match self.candidate.enforce_mfa:
            case "Force":
                return True
            case "ForceExceptSAML":
                return FEDERATED.isdisjoint(self.amr)
        return False


@dataclass(frozen=True, slots=True)
class PendingSignIn:
    """A sign-in that waits for `step`. `amr` holds the methods completed so far; `session_id` is the session
    to step up, if any; `invitation` as in `SignInContext`."""

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
    """Whether a tenant allows remembered browsers, and for how many seconds."""

    is_allowed: bool
    seconds: int


@dataclass(frozen=True, slots=True)
class RequiredEnrollment:
    """What a user needs to enroll a required factor: the offered kinds, the `otpauth` address for an
    authenticator app (None when apps are not offered), and the new recovery code."""

    strategies: list[MfaStrategy]
    authenticator_address: str | None
    recovery_code: str


@dataclass(frozen=True, slots=True)
class SignInChallenge:
    """The next step of a sign-in: `token` names the pending sign-in, or resets an expired password; `devices`
    are the factors that the user may use, `enrollment` what a user without any may enroll."""

    token: str
    step: SignInStep
    user_id: UUID
    email: str
    email_verified: bool
    devices: MfaDevices
    enrollment: RequiredEnrollment | None = None


@dataclass(frozen=True, slots=True)
class LoginAccount:
    """What is known about an identifier before the password is checked; one row even for an unknown
    identifier. `email` is the primary email address, or the identifier as typed.

    `is_known_place`: the user has signed in from this location before. The two locks are times until which
    sign-ins are refused: from all unknown locations, and from this known one. `max_attempts` is None where
    every tenant of the user has disabled the lockout. `was_breached`: the stored password is marked as found
    in a data breach. `sso_required`: users with this email domain must use
    SSO.
    """

    user_id: UUID | None
    email: str
    home_tenant_id: UUID | None
    verified: bool
    mfa_enrolled: bool
    hash: str | None
    changed_at: datetime | None
    was_breached: bool
    is_known_place: bool
    account_locked_until: datetime | None
    place_locked_until: datetime | None
    max_attempts: int | None
    sso_required: bool
    configuration_version: int


@dataclass(frozen=True, slots=True)
class LockedAccountHolder:
    """The user of the locked account; `tenant_id` is the tenant they enter first."""

    user_id: UUID
    email: str
    tenant_id: UUID | None


@dataclass(frozen=True, slots=True)
class RefusalRecipient:
    """The user who is notified of the refusal."""

    email: str
    name: str
