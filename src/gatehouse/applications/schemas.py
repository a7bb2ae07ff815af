"""Applications on the wire (wire-api §15), and the fields that only Gatehouse has."""

from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import AliasChoices, Field, computed_field

from gatehouse.kit.schemas import Wire
from gatehouse.vendor.applications import AccessType, Application, Pkce

# Those that the wire does not simply write in camel case.
NAMES = {"app_url": "appURL", "login_url": "loginURL", "logo_url": "logoURL", "platform": "type"}


def _build_field_aliases(field: str) -> Any:
    return AliasChoices(NAMES[field], field)


class ApplicationOut(Wire):
    """`type` is where it runs; `applicationType` is `first-party`, `oauth` or `machine`. `accessType` holds
    for accounts of which nothing else is said."""

    id: UUID
    vendor_id: UUID
    client_id: UUID
    name: str
    application_type: str
    app_url: str = Field(alias="appURL")
    login_url: str = Field(alias="loginURL")
    logo_url: str = Field(alias="logoURL")
    platform: str = Field(alias="type")
    frontend_stack: str
    description: str
    access_type: AccessType
    is_default: bool
    is_active: bool
    redirect_uris: list[str]
    allowed_origins: list[str]
    signing_algorithm: str
    access_token_seconds: int | None
    refresh_token_seconds: int
    dpop_bound_access_tokens: bool
    dpop_nonce: bool
    require_pushed_authorization_requests: bool
    backchannel_logout_uri: str
    allow_dcr: bool = False
    hosted_login: bool = True
    pkce: Pkce = "required"
    metadata: dict[str, str] = Field(default_factory=dict)
    created_at: datetime
    updated_at: datetime

    @computed_field(alias="integrationFinishedAt")  # type: ignore[prop-decorator]
    @property
    def integration_finished_at(self) -> datetime:
        """An application is whole once it is made."""
        return self.created_at

    @classmethod
    def from_row(cls, row: Application, vendor_id: UUID) -> "ApplicationOut":
        of_row = {**vars(row), "vendor_id": vendor_id, "application_type": row.type}
        del of_row["type"]  # on the wire that is the platform
        return cls.model_validate(of_row)


class ApplicationChange(Wire):
    """What is missing stays. What the values may be: docs/reference/vendor-document.md. With
    `accessTokenSeconds` null the time of the settings holds again."""

    name: str | None = None
    application_type: str | None = None
    client_id: UUID | None = None
    app_url: str | None = Field(None, validation_alias=_build_field_aliases("app_url"))
    login_url: str | None = Field(None, validation_alias=_build_field_aliases("login_url"))
    logo_url: str | None = Field(None, validation_alias=_build_field_aliases("logo_url"))
    platform: str | None = Field(None, validation_alias=_build_field_aliases("platform"))
    frontend_stack: str | None = None
    description: str | None = None
    access_type: AccessType | None = None
    is_default: bool | None = None
    is_active: bool | None = None
    redirect_uris: list[str] | None = Field(None, max_length=100)
    allowed_origins: list[str] | None = Field(None, max_length=100)
    signing_algorithm: str | None = None
    access_token_seconds: int | None = None
    refresh_token_seconds: int | None = None
    dpop_bound_access_tokens: bool | None = None
    dpop_nonce: bool | None = None
    require_pushed_authorization_requests: bool | None = None
    backchannel_logout_uri: str | None = None
    allow_dcr: bool | None = None
    hosted_login: bool | None = None
    pkce: Pkce | None = None
    metadata: dict[str, str] | None = Field(None, max_length=50)

    def to_document_entry(self) -> dict[str, Any]:
        """The entry of the configuration document."""
        given = self.model_dump(mode="json", exclude_none=True)
        if "access_token_seconds" in self.model_fields_set:
            given["access_token_seconds"] = self.access_token_seconds
        if "application_type" in given:
            given["type"] = given.pop("application_type")
        return given


class ApplicationCreate(ApplicationChange):
    name: str
