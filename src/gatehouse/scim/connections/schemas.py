"""Connections on the wire (wire-api §14, area directory)."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from gatehouse.kit.schemas import Name, Wire
from gatehouse.kit.tenant_ids import ShownTenantId, TenantId
from gatehouse.scim.connections.queries import Source, StoredScimConnection

WORDS: dict[str, str] = {
    "okta": "Okta",
    "azure-ad": "Microsoft Entra ID",
    "frontegg": "Directory",
    "other": "Directory",
}
ConnectionName = Annotated[Name, StringConstraints(min_length=1, max_length=100)]


def _treat_none_as_true(value: bool | None) -> bool:
    return value is not False


class DirectoryConnectionIn(Wire):
    """Without a name it is called like its source."""

    source: Source
    connection_name: Annotated[Name, StringConstraints(max_length=100)] | None = None
    sync_to_user_management: Annotated[bool | None, AfterValidator(_treat_none_as_true)] = True

    @property
    def name(self) -> str:
        return self.connection_name or WORDS[self.source]


class ConnectionChange(Wire):
    """What is missing stays. Without `syncToUserManagement` the directory's calls are refused."""

    connection_name: ConnectionName | None = None
    sync_to_user_management: bool | None = None


class ConnectionsQuery(BaseModel):
    """Connections of other accounts are not among the own."""

    model_config = ConfigDict(populate_by_name=True, extra="ignore")

    id: UUID | None = None
    tenant_id: TenantId | None = Field(None, alias="tenantId")
    source: Source | None = None
    connection_name: str = Field("", max_length=100, alias="connectionName")

    def matches_connection(self, one: StoredScimConnection) -> bool:
        return (
            self.id in (None, one.id)
            and self.tenant_id in (None, one.tenant_id)
            and self.source in (None, one.source)
            and self.connection_name in ("", one.connection_name)
        )


class ConnectionDelete(Wire):
    """`deleteAll`: with all users that the directory manages, and its groups. Else they stay, managed
    here."""

    delete_all: bool | None = None


class DirectoryConnectionOut(Wire):
    """`baseUrl` is the address for the directory."""

    id: UUID
    tenant_id: ShownTenantId
    connection_name: str
    source: Source
    sync_to_user_management: bool
    created_at: datetime
    last_sync: datetime | None
    token_made_at: datetime = Field(description="When the token that counts was made")
    base_url: str


class ConnectionMade(Wire):
    """`token` is returned only here."""

    id: UUID
    connection_name: str
    token: str
    base_url: str


class UserCount(Wire):
    count: int
