"""User sources on the wire (wire reference §16, user pools)."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from gatehouse.identity.user_sources.configurations import (
    Auth0Configuration,
    CodeConfiguration,
    CognitoConfiguration,
    FederationConfiguration,
    FirebaseConfiguration,
    SourceConfiguration,
)
from gatehouse.kit.schemas import Name, Text, Wire

Index = Annotated[int, Field(ge=0, le=1_000_000)]
AppIds = Annotated[list[UUID], Field(max_length=100)]


class SourceCreate(Wire):
    """A source is asked in the order of `index`, by sign-ins of the applications `appIds`; without
    applications it is not asked."""

    name: Annotated[Name, Field(min_length=1)]
    app_ids: AppIds = Field(default_factory=list)
    index: Index
    description: Text = ""

    configuration: SourceConfiguration


class SourceChange(Wire):
    """Fields that are missing stay unchanged; of the applications those stay that are in `appIds`."""

    name: Annotated[Name, Field(min_length=1)] | None = None
    app_ids: AppIds | None = None
    index: Index | None = None
    description: Text | None = None

    configuration: SourceConfiguration | None = None


class Auth0SourceCreate(SourceCreate):
    configuration: Auth0Configuration


class Auth0SourceChange(SourceChange):
    configuration: Auth0Configuration | None = None


class CognitoSourceCreate(SourceCreate):
    configuration: CognitoConfiguration


class CognitoSourceChange(SourceChange):
    configuration: CognitoConfiguration | None = None


class FirebaseSourceCreate(SourceCreate):
    configuration: FirebaseConfiguration


class FirebaseSourceChange(SourceChange):
    configuration: FirebaseConfiguration | None = None


class CodeSourceCreate(SourceCreate):
    configuration: CodeConfiguration


class CodeSourceChange(SourceChange):
    configuration: CodeConfiguration | None = None


class FederationSourceCreate(SourceCreate):
    index: Index = 0
    configuration: FederationConfiguration


class FederationSourceChange(SourceChange):
    configuration: FederationConfiguration | None = None


class MadeSource(Wire):
    id: UUID
    name: str
    type: str
    app_ids: list[UUID]
    description: str
    index: int


class SourceOut(MadeSource):
    """`configuration` without secrets."""

    configuration: dict[str, Any]


class CountedSource(SourceOut):
    """`usersCount` counts up to 10,000."""

    users_count: int


class SourceAssignment(Wire):
    app_ids: Annotated[list[UUID], Field(min_length=1, max_length=100)]
    user_source_id: UUID


class SourceUser(Wire):
    email: str
    last_login: datetime | None = None


class SourceLinks(Wire):
    next: str
    prev: str
    first: str
    last: str


class SourceUsersTotal(Wire):
    total_items: int
    total_pages: int


class SourceUsers(Wire):
    items: list[SourceUser]
    links: Annotated[SourceLinks, Field(alias="_links")]
    metadata: Annotated[SourceUsersTotal, Field(alias="_metadata")]
