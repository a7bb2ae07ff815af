from dataclasses import dataclass
from typing import Any
from uuid import UUID

from gatehouse.identity.external.models import AppReturn
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.models import Challenge, Door


@dataclass(frozen=True, slots=True)
class Started:
    """Where the browser goes, and the token that its cookie keeps."""

    address: str
    browser: str


@dataclass(frozen=True, slots=True)
class CameBack:
    """What a page brings from a provider; `browser` is its cookie. In its place, what an app brings."""

    provider: str
    code: str
    browser: str
    door: Door
    metadata: dict[str, Any]
    app: AppReturn | None = None


@dataclass(frozen=True, slots=True)
class Person:
    """Whom an identity opens, and whether they are new here."""

    id: UUID
    email: str
    name: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class Entered:
    outcome: SignedIn | Challenge
    person: Person
    tenant_id: UUID | None
