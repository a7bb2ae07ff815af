from typing import Annotated
from uuid import NAMESPACE_URL, UUID, uuid5

from pydantic import Field

from gatehouse.kit.schemas import Wire


class HostedLogin(Wire):
    is_active: bool


class RedirectUriIn(Wire):
    redirect_uri: Annotated[
        str, Field(min_length=1, max_length=2000, examples=["https://app.example.com/callback"])
    ]


class RedirectUri(Wire):
    """`id` is derived from the address, and is the same wherever that is."""

    id: UUID
    redirect_uri: str

    @classmethod
    def of(cls, address: str) -> "RedirectUri":
        return cls(id=uuid5(NAMESPACE_URL, address), redirect_uri=address)


class RedirectUris(Wire):
    redirect_uris: list[RedirectUri]
