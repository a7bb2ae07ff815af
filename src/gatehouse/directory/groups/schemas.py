"""Groups on the wire (wire-api §16.9)."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
)

from gatehouse.directory.roles.schemas import RoleOut
from gatehouse.kit.lists import ListQuery
from gatehouse.kit.paging import Page
from gatehouse.kit.schemas import Name, Text, Wire
from gatehouse.vendor.brand.color import to_hex

Relations = Literal["roles", "users", "rolesAndUsers"]


def _blank_to_none(value: object) -> object:
    return None if value in ("", "undefined", "null") else value


def _require_color(text: str) -> str:
    if text and to_hex(text) is None:
        raise ValueError("must be a color such as #2b50c8")
    return text


GroupName = Annotated[Name, StringConstraints(min_length=1)]
Color = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=100), AfterValidator(_require_color)
]
GroupMetadata = Annotated[str, StringConstraints(max_length=4096, pattern=r"^[^\x00]*$")]
Few = Field(min_length=1, max_length=100)


class GroupUser(Wire):
    id: UUID
    email: str
    name: str
    profile_picture_url: str | None = None
    activated_for_tenant: bool
    created_at: datetime


class GroupOut(Wire):
    """`roles` and `users` are included as `_groupsRelations` requests; `usersCount` counts to 10,000."""

    id: UUID
    name: str
    color: str | None = None
    description: str
    metadata: str
    managed_by: Literal["frontegg", "scim2"]
    created_at: datetime
    updated_at: datetime
    roles: list[RoleOut] | None = None
    users: list[GroupUser] | None = None
    users_count: int | None = None


class GroupList(Wire):
    groups: list[GroupOut]


class GroupPage(Page[GroupOut]):
    pass


class GroupQuery(BaseModel):
    """`_groupsRelations`: what is included with each group."""

    model_config = ConfigDict(populate_by_name=True, extra="ignore")

    relations: Annotated[Relations | None, BeforeValidator(_blank_to_none)] = Field(
        None, alias="_groupsRelations"
    )


class GroupsQuery(ListQuery, GroupQuery):
    """`_offset` counts groups; `_filter` matches a part of the name or the description."""

    limit: int = Field(50, ge=1, le=200, alias="_limit")
    sort_by: Annotated[
        Literal["id", "name", "createdAt", "updatedAt"], BeforeValidator(lambda v: v or "name")
    ] = Field("name", alias="_sortBy")


class GroupCreate(Wire):
    name: GroupName
    color: Color | None = None
    description: Text | None = None
    metadata: GroupMetadata | None = None


class GroupChange(Wire):
    """Missing or null fields stay unchanged; an empty text clears."""

    name: GroupName | None = None
    color: Color | None = None
    description: Text | None = None
    metadata: GroupMetadata | None = None


class GroupIds(Wire):
    groups_ids: Annotated[list[UUID], Field(max_length=1000)]


class RolesOfGroup(Wire):
    role_ids: Annotated[list[UUID], Few]


class UsersOfGroup(Wire):
    user_ids: Annotated[list[UUID], Few]


class GroupConfiguration(Wire):
    """`enabled`: whether the account uses groups; `rolesEnabled`: whether members get the roles of their
    groups."""

    enabled: bool
    roles_enabled: bool

    @property
    def gives_roles(self) -> bool:
        return self.enabled and self.roles_enabled


class GroupConfigurationChange(Wire):
    enabled: bool | None = None
    roles_enabled: bool | None = None
