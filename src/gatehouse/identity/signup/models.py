from dataclasses import dataclass
from typing import Any
from uuid import UUID

from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.models import SignInChallenge
from gatehouse.identity.signup.signup_choices import SignupChoices


@dataclass(frozen=True, slots=True)
class SignupRules:
    """What the vendor allows. `may_enter_unverified`: signed in before the address is proved."""

    product: str
    is_open: bool
    may_enter_unverified: bool


@dataclass(frozen=True, slots=True)
class SignupEmailHolder:
    """Who has the address already. `belongs`: to some tenant. An invitation that waits binds to none."""

    id: UUID
    email: str
    name: str
    verified: bool
    belongs: bool


@dataclass(frozen=True, slots=True)
class SignupTenant:
    """An account that is there, in which somebody gets a place instead of one of their own; without roles
    its default ones."""

    tenant_id: UUID
    name: str
    role_ids: list[UUID]


@dataclass(frozen=True, slots=True)
class SignUp:
    """A checked request; `email` is normalized, `invitation` the hash of the token of an invite link.
    `proves_number`: a code goes to the number, which is normalized then. `place`: where the vendor's service
    puts whoever signs up; `may_enter_below`: what it says of the accounts below."""

    email: str
    name: str
    company_name: str
    password: str | None
    phone_number: str | None
    metadata: dict[str, Any]
    captcha: str | None = None
    invitation: bytes | None = None
    username: str | None = None
    proves_number: bool = False
    place: SignupTenant | None = None
    may_enter_below: bool | None = None


@dataclass(frozen=True, slots=True)
class CreatedSignup:
    """The ids of a known address lead nowhere. `chosen` is what waits for the mailed link; `outcome` is of
    the sign-in, where no link is waited for. `activation_token` goes with a code that was sent."""

    user_id: UUID
    tenant_id: UUID
    chosen: SignupChoices | None = None
    outcome: SignedIn | SignInChallenge | None = None
    activation_token: str | None = None
