from dataclasses import dataclass
from typing import Any
from uuid import UUID

from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.models import SignInChallenge
from gatehouse.identity.signup.signup_choices import SignupChoices


@dataclass(frozen=True, slots=True)
class SignupRules:
    """The vendor's sign-up rules. `may_enter_unverified`: signed in before the address is verified."""

    product: str
    is_open: bool
    may_enter_unverified: bool


@dataclass(frozen=True, slots=True)
class SignupEmailHolder:
    """The user who has the address already. `belongs`: is a member of a tenant; a pending invitation does
    not count."""

    id: UUID
    email: str
    name: str
    verified: bool
    belongs: bool


@dataclass(frozen=True, slots=True)
class SignupTenant:
    """An existing tenant that the user joins instead of getting a new one; without roles the user gets
    its default ones."""

    tenant_id: UUID
    name: str
    role_ids: list[UUID]


@dataclass(frozen=True, slots=True)
class SignUp:
    """A checked request; `email` is normalized, `invitation` the hash of the token of an invite link.
    `proves_number`: a code goes to the number, which is normalized then. `place`: the tenant in which the
    vendor's service puts the user; `may_enter_below`: what it says of the accounts below."""

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
    """The result of a sign-up; for a known address the ids are not real. `chosen` is kept until the
    mailed link is opened; `outcome` is of the sign-in, where no link is needed. `activation_token` goes
    with a code that was sent."""

    user_id: UUID
    tenant_id: UUID
    chosen: SignupChoices | None = None
    outcome: SignedIn | SignInChallenge | None = None
    activation_token: str | None = None
