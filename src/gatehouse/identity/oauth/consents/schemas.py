from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import Field

from gatehouse.kit.schemas import Wire

ConsentScope = Literal["openid", "email", "profile"]


class ConsentRequest(Wire):
    """What the application may know: who somebody is, their address, their name and picture."""

    scopes: list[ConsentScope] = Field(min_length=1, max_length=3, examples=[["openid", "email"]])


class ConsentingApplication(Wire):
    """Another company's application. `scopes`: what it was allowed; empty before."""

    application_id: UUID
    client_id: UUID
    name: str
    app_url: str
    logo_url: str
    description: str
    scopes: list[str]
    created_at: datetime | None
    updated_at: datetime | None
