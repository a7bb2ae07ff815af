from dataclasses import dataclass
from typing import Any
from uuid import UUID

from gatehouse.identity.external.models import AppReturn
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.models import SignInChallenge, SignInContext


@dataclass(frozen=True, slots=True)
class StartedSocialSignIn:
    """Where the browser goes, and the token that its cookie keeps."""

    address: str
    browser: str


@dataclass(frozen=True, slots=True)
class CameBack:
    """What a page brings from a provider; `browser` is its cookie. In its place, what an app brings."""

    provider: str
    code: str
    browser: str
    door: SignInContext
    metadata: dict[str, Any]
    app: AppReturn | None = None


@dataclass(frozen=True, slots=True)
class SocialUser:
    """Whom an identity opens, and whether they are new here."""

    id: UUID
    email: str
    name: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class SocialSignInResult:
    outcome: SignedIn | SignInChallenge
    person: SocialUser
    tenant_id: UUID | None
