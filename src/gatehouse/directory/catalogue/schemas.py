from collections.abc import Sequence
from operator import attrgetter
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field
from pydantic.alias_generators import to_snake

from gatehouse.directory.catalogue.queries import PermissionCategory
from gatehouse.directory.roles import schemas
from gatehouse.directory.roles.models import Role
from gatehouse.kit.lists import ListQuery
from gatehouse.kit.paging import PageMetadata, mentions_text
from gatehouse.kit.schemas import Name, Text, Wire

Assignment = Literal["NEVER", "ALWAYS", "ASSIGNABLE"]
RoleIds = Annotated[list[UUID], Field(max_length=1000)]


class VendorRoleCreate(schemas.RoleCreate):
    first_user_role: bool = False


class VendorRoleChange(schemas.RoleChange):
    first_user_role: bool | None = None


class VendorRolesQuery(ListQuery):
    """`_offset` counts roles; `_filter` matches a part of name, key or description. The maximum of
    `_limit` is high because vendors have few roles and published scripts request 2000 at once."""

    limit: int = Field(50, ge=1, le=2000, alias="_limit")
    sort_by: Literal[
        "name",
        "key",
        "description",
        "isDefault",
        "firstUserRole",
        "level",
        "createdAt",
        "updatedAt",
    ] = Field("name", alias="_sortBy")
    levels: Annotated[list[int], Field(max_length=100)] = Field([], alias="_levels")

    def page_of(self, roles: Sequence[Role]) -> schemas.RolePage:
        found = [
            one
            for one in roles
            if mentions_text(one.name, one.key, one.description, text=self.filter)
            and (not self.levels or one.level in self.levels)
        ]
        column = attrgetter(to_snake(self.sort_by), "key")
        found.sort(key=column, reverse=self.order.upper() == "DESC")
        return schemas.RolePage(
            items=[
                schemas.RoleOut.model_validate(one) for one in found[self.offset :][: self.limit]
            ],
            metadata=PageMetadata(total_items=len(found), total_pages=-(-len(found) // self.limit)),
        )


class PermissionCreate(Wire):
    """Without `categoryId` the permission is created in the category `General`."""

    key: Annotated[Name, Field(min_length=1)]
    name: Name
    description: Text = ""
    category_id: UUID | None = None
    assignment_type: Assignment = "ALWAYS"


class PermissionChange(Wire):
    name: Name | None = None
    description: Text | None = None
    category_id: UUID | None = None


class RolesOfPermission(Wire):
    """Afterwards exactly these roles hold the permission."""

    role_ids: RoleIds


class Classification(Wire):
    permission_ids: Annotated[schemas.PermissionIds, Field(min_length=1)]
    type: Assignment


class CategoryCreate(Wire):
    name: Annotated[Name, Field(min_length=1)]
    description: Text = ""


class CategoryChange(Wire):
    """Missing fields stay unchanged. A renamed category keeps its id and its permissions."""

    name: Annotated[Name, Field(min_length=1)] | None = None
    description: Text | None = None


def to_category_response(
    category: PermissionCategory, catalogue: Sequence[schemas.PermissionOut]
) -> schemas.CategoryOut:
    """The category with the permissions of the catalogue that belong to it."""
    held = [one for one in catalogue if one.category_id == category.id]
    return schemas.CategoryOut(
        id=category.id,
        name=category.name,
        description=category.description,
        permission_ids=[one.id for one in held],
        permissions=held,
        created_at=category.created_at,
        updated_at=category.updated_at,
    )
