from dataclasses import dataclass
from typing import Any
from uuid import UUID

from gatehouse.identity.external.models import AppReturn
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.models import SignInChallenge, SignInContext


@dataclass(frozen=True, slots=True)
class CameBack:
    """The values with which a page returns from a provider; `browser` is the token of its cookie. An app has
    `app` instead."""

    provider: str
    code: str
    browser: str
    door: SignInContext
    metadata: dict[str, Any]
    app: AppReturn | None = None


@dataclass(frozen=True, slots=True)
class SocialUser:
    """The user that an identity signs in; `is_new` if the account was created now."""

    id: UUID
    email: str
    name: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class SocialSignInResult:
    outcome: SignedIn | SignInChallenge
    person: SocialUser
    tenant_id: UUID | None
