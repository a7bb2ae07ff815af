"""What the portal boots with."""

from uuid import UUID

from pydantic import Field

from gatehouse.kit.schemas import Wire


class Analytics(Wire):
    key: str
    host: str


class Links(Wire):
    docs: str
    book_a_demo: str
    slack: str
    github: str
    legal: str


class LoginProviderConfig(Wire):
    base_url: str = Field(description="Origin of the identity API.")
    client_id: UUID
    login_url: str
    logout_url: str
    portal_url: str = Field(description="The administration of account and people.")
    sells_licenses: bool = Field(
        description="False: no payment provider is configured. The vendor issues licenses, and nothing can "
        "be bought or changed."
    )
    analytics: Analytics | None = Field(None, description="Absent: none is loaded.")
    links: Links
