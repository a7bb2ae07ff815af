from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import Field

from gatehouse.kit.schemas import Wire

ConsentScope = Literal["openid", "email", "profile"]


class ConsentRequest(Wire):
    """What the application may read: the user's identity, email address, name and picture. `request`: the
    query of the `/oauth/authorize` address that the page returns to. When its answer goes to a program on the
    user's device or to an app, the consent covers that destination too; without `request`, it covers
    sites."""

    scopes: list[ConsentScope] = Field(min_length=1, max_length=3, examples=[["openid", "email"]])
    request: str = Field("", max_length=32_768)


class ConsentingApplication(Wire):
    """A third-party application. `scopes`: what it was allowed; empty before."""

    application_id: UUID
    client_id: UUID
    name: str
    app_url: str
    logo_url: str
    description: str
    scopes: list[str]
    created_at: datetime | None
    updated_at: datetime | None


class ConsentQuestion(Wire):
    """`request`: the query of the `/oauth/authorize` address that the page returns to."""

    request: str = Field(
        max_length=32_768, examples=["client_id=…&redirect_uri=…&scope=openid+email"]
    )


class ConsentReturn(Wire):
    """Where the answer goes: to a `site` (`name`: its host), to a program on the user's own `device` (`name`:
    the address at which it listens), or to an `app` (`name`: the scheme that it opens)."""

    kind: Literal["site", "device", "app"]
    name: str


class ConsentAsked(Wire):
    """What the consent page shows: which application asks, for what, and where the answer goes."""

    client_id: UUID
    name: str
    app_url: str
    logo_url: str
    description: str
    scopes: list[str]
    returns_to: ConsentReturn
