"""Credentials and tokens of the exchange."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, StringConstraints, model_validator

from gatehouse.kit.forms import parse_form_pairs
from gatehouse.kit.schemas import Wire


@dataclass(frozen=True, slots=True)
class ApiTokenFacts:
    """The facts of an API token for its exchange and its access token. `until`: when it, or its owner's
    membership, expires. A tenant's token has no owner."""

    id: UUID
    tenant_id: UUID
    secret_hash: bytes
    owner_id: UUID | None
    created_by: UUID | None
    metadata: dict[str, Any]
    email: str | None
    name: str | None
    user_metadata: dict[str, Any] | None
    roles: list[str]
    permissions: list[str]
    until: datetime | None
    configuration_version: int


@dataclass(frozen=True, slots=True)
class ExchangedApiToken:
    """`expires_in` in seconds."""

    access_token: str
    refresh_token: str
    expires_in: int
    expires: datetime


Given = Annotated[str, StringConstraints(min_length=1, max_length=200)]
GivenToken = Annotated[str, StringConstraints(min_length=1, max_length=4000)]


class FormOrJson(Wire):
    """The hosted platform takes forms here too, and machines of its customers send them. No cookie counts
    on these calls, so a page of another origin gains nothing by it."""

    @model_validator(mode="before")
    @classmethod
    def _parse_form(cls, given: Any) -> Any:
        return dict(parse_form_pairs(given.decode())) if isinstance(given, bytes) else given


class Credentials(FormOrJson):
    client_id: Given
    secret: Given


class Refresh(FormOrJson):
    refresh_token: GivenToken


class Tokens(Wire):
    """`expiresIn` in seconds."""

    access_token: str
    refresh_token: str
    expires_in: int
    expires: datetime


class OAuthTokens(BaseModel):
    """The tokens under the field names of OAuth."""

    access_token: str
    refresh_token: str
    expires_in: int
    expires: datetime
