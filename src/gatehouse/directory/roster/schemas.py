"""Queries and answers of the lists of people (wire-api §16.6)."""

from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from gatehouse.directory.members.schemas import TeamUserOut, UserOut, UserV3Out
from gatehouse.directory.roster.models import UserPhone
from gatehouse.kit.lists import ListQuery
from gatehouse.kit.schemas import Wire

SortBy = Literal[
    "createdAt", "joinedAt", "lastLogin", "name", "email", "id", "tenantId", "verified", "provider",
    "isLocked",
]  # fmt: skip
Pattern = r"^[^\x00]*$"


def _split(value: object) -> object:
    """`ids=a,b` and `ids=a&ids=b` are the same."""
    texts = value if isinstance(value, list) else [value]
    parts = [part.strip() for text in texts for part in str(text).split(",")]
    return [part for part in parts if part]


Ids = Annotated[list[UUID], BeforeValidator(_split), Field(max_length=1000)]


class MemberListQuery(ListQuery):
    """Here `_offset` is the number of the page, from 0: so the client counts."""

    offset: int = Field(0, ge=0, le=50_000, alias="_offset")
    sort_by: SortBy = Field("name", alias="_sortBy")

    @model_validator(mode="before")
    @classmethod
    def blank_is_absent(cls, data: Any) -> Any:
        if isinstance(data, dict):
            return {name: value for name, value in data.items() if value != ""}
        return data

    def rows(self) -> ListQuery:
        return self.model_copy(update={"offset": self.offset * self.limit})


class UsersQuery(MemberListQuery):
    """`_includeSubTenants` is accepted; the list is that of the caller's tenant."""

    ids: Ids = Field([])


class UsersV3Query(MemberListQuery):
    """`_email` is a part of the address, `_namePrefix` the beginning of the name."""

    ids: Ids = Field([])
    email: str = Field("", max_length=254, alias="_email", pattern=Pattern)
    name_prefix: str = Field("", max_length=200, alias="_namePrefix", pattern=Pattern)
    tenant_id: UUID | None = Field(None, alias="_tenantId")
    preset: Literal["mfa-unenrolled", "breached-passwords", "inactive"] | None = Field(
        None, alias="_preset"
    )
    max_inactive_seconds: int = Field(
        7_776_000, ge=0, le=3_153_600_000, alias="_maxInactiveSeconds"
    )


class TeamQuery(BaseModel):
    """The older list: `pageOffset` is the number of the page, from 0."""

    model_config = ConfigDict(populate_by_name=True, extra="ignore")

    page_offset: int = Field(0, ge=0, le=50_000, alias="pageOffset")
    page_size: int = Field(20, ge=1, le=200, alias="pageSize")
    search_filter: str = Field("", max_length=200, alias="searchFilter", pattern=Pattern)
    sort_by: SortBy = Field("name", alias="sortBy")
    sort_direction: Literal["asc", "desc", "ASC", "DESC"] = Field("asc", alias="sortDirection")

    @model_validator(mode="before")
    @classmethod
    def blank_is_absent(cls, data: Any) -> Any:
        if isinstance(data, dict):
            return {name: value for name, value in data.items() if value != ""}
        return data

    def as_users_query(self) -> UsersQuery:
        return UsersQuery(
            offset=self.page_offset,
            limit=self.page_size,
            filter=self.search_filter,
            sort_by=self.sort_by,
            order=self.sort_direction,
        )


class PageMetadata(Wire):
    total_items: int
    total_pages: int


class UsersPage(BaseModel):
    model_config = ConfigDict(populate_by_name=True)

    items: list[UserOut]
    metadata: PageMetadata = Field(alias="_metadata")


class UsersV3Page(BaseModel):
    model_config = ConfigDict(populate_by_name=True)

    items: list[UserV3Out]
    metadata: PageMetadata = Field(alias="_metadata")


class TeamPage(Wire):
    items: list[TeamUserOut]
    total_items: int
    total_pages: int


class UserRoleIds(Wire):
    vendor_id: UUID
    tenant_id: UUID
    user_id: UUID
    role_ids: list[UUID]


class UserGroupIds(Wire):
    vendor_id: UUID
    tenant_id: UUID
    user_id: UUID
    group_ids: list[UUID]


class UserPhoneOut(Wire):
    user_id: UUID
    phone_number: str


class UserPhones(BaseModel):
    model_config = ConfigDict(populate_by_name=True)

    items: list[UserPhoneOut]
    metadata: PageMetadata = Field(alias="_metadata")

    @classmethod
    def of(cls, phones: list[UserPhone]) -> Self:
        items = [UserPhoneOut.model_validate(phone) for phone in phones]
        return cls(
            items=items, metadata=PageMetadata(total_items=len(items), total_pages=bool(items))
        )


class Username(Wire):
    user_id: UUID
    username: str


class Usernames(BaseModel):
    model_config = ConfigDict(populate_by_name=True)

    items: list[Username]
    metadata: PageMetadata = Field(alias="_metadata")
