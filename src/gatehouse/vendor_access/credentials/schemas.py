from typing import Annotated

from pydantic import StringConstraints

from gatehouse.kit.schemas import Wire

Given = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class VendorLogin(Wire):
    client_id: Given
    secret: Given


class VendorToken(Wire):
    """`expiresIn` in seconds."""

    token: str
    expires_in: int
