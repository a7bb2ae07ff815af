from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, StringConstraints

from gatehouse.kit.schemas import Wire

Given = Annotated[str, StringConstraints(min_length=1, max_length=200)]
GivenToken = Annotated[str, StringConstraints(min_length=1, max_length=4000)]


class Credentials(Wire):
    client_id: Given
    secret: Given


class Refresh(Wire):
    refresh_token: GivenToken


class Tokens(Wire):
    """`expiresIn` in seconds."""

    access_token: str
    refresh_token: str
    expires_in: int
    expires: datetime


class OAuthTokens(BaseModel):
    """The same, spelled as OAuth does."""

    access_token: str
    refresh_token: str
    expires_in: int
    expires: datetime
