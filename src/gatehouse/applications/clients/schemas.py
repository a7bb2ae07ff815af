"""Clients of applications on the wire (wire-api §15)."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field

from gatehouse.applications.clients.models import ApplicationClient
from gatehouse.applications.credentials.service import mask_secret
from gatehouse.kit.schemas import Metadata, Spoken, Wire

ClientName = Annotated[Spoken, Field(min_length=1, examples=["Scheduling assistant"])]
Addresses = Annotated[
    list[str], Field(max_length=100, examples=[["https://agent.example/callback"]])
]


class ApplicationClientOut(Wire):
    """`id` is its client id. `clientSecret` is shown whole only in the answer that made it; afterwards the
    last letters."""

    id: UUID
    app_id: UUID
    client_name: str
    client_secret: str
    client_type: Literal["Agent"] = "Agent"
    redirect_urls: list[str] = Field(alias="redirectURLs")
    external_metadata: dict[str, Any] | None
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of(cls, row: ApplicationClient, secret: str | None = None) -> "ApplicationClientOut":
        return cls(
            id=row.client_id,
            app_id=row.parent_id,
            client_name=row.name,
            client_secret=secret or mask_secret(row.hint),
            redirect_urls=row.redirect_uris,
            external_metadata=row.external_metadata,
            created_at=row.created_at,
            updated_at=row.updated_at,
        )


class ApplicationClientCreate(Wire):
    """`redirectURLs` are exact https addresses to which users return."""

    client_name: ClientName
    client_type: Literal["Agent"]
    redirect_urls: Addresses = Field(default_factory=list, alias="redirectURLs")
    external_metadata: Metadata = None


class ApplicationClientChange(Wire):
    """Missing fields stay unchanged."""

    client_name: ClientName | None = None
    redirect_urls: Addresses | None = Field(None, alias="redirectURLs")
    external_metadata: Metadata = None
