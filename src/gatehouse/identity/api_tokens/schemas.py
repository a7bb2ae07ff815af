from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, StringConstraints, model_validator

from gatehouse.kit.forms import read_pairs
from gatehouse.kit.schemas import Wire

Given = Annotated[str, StringConstraints(min_length=1, max_length=200)]
GivenToken = Annotated[str, StringConstraints(min_length=1, max_length=4000)]


class FormOrJson(Wire):
    """The hosted platform takes forms here too, and machines of its customers send them. No cookie counts
    on these calls, so a page of another origin gains nothing by it."""

    @model_validator(mode="before")
    @classmethod
    def _of_form(cls, given: Any) -> Any:
        return dict(read_pairs(given.decode())) if isinstance(given, bytes) else given


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
