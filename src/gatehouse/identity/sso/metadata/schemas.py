from typing import Annotated

from pydantic import Field, StringConstraints

from gatehouse.identity.sso.connections.schemas import Url
from gatehouse.kit.schemas import Wire


class MetadataIn(Wire):
    """The metadata document."""

    metadata: Annotated[str, StringConstraints(min_length=1, max_length=700_000)]


class MetadataUrlIn(Wire):
    """The URL of the metadata document."""

    url: Annotated[
        Url,
        StringConstraints(min_length=1),
        Field(examples=["https://idp.example.com/metadata"]),
    ]
