from dataclasses import dataclass
from typing import Any
from uuid import UUID

from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.models import Challenge, Door


@dataclass(frozen=True, slots=True)
class Started:
    """Where the browser goes, and the token that its cookie keeps."""

    address: str
    browser: str


@dataclass(frozen=True, slots=True)
class CameBack:
    """What a page brings from a provider; `browser` is its cookie."""

    provider: str
    code: str
    browser: str
    door: Door
    metadata: dict[str, Any]


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
