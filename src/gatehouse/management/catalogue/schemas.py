from collections.abc import Sequence
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from gatehouse.directory.catalogue.models import CataloguedPermission, Category
from gatehouse.directory.roles.schemas import (
    CategoryOut,
    PermissionIds,
    PermissionOut,
    RoleChange,
    RoleCreate,
)
from gatehouse.kit.schemas import Name, Text, Wire

Assignment = Literal["NEVER", "ALWAYS", "ASSIGNABLE"]
RoleIds = Annotated[list[UUID], Field(max_length=1000)]


class VendorRoleCreate(RoleCreate):
    first_user_role: bool = False


class VendorRoleChange(RoleChange):
    first_user_role: bool | None = None


class PermissionCreate(Wire):
    """Without `categoryId` it goes to the category `General`."""

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
    """Exactly these roles hold it afterwards."""

    role_ids: RoleIds


class Classification(Wire):
    permission_ids: PermissionIds
    type: Assignment


class CategoryCreate(Wire):
    name: Annotated[Name, Field(min_length=1)]
    description: Text = ""


class CategoryChange(Wire):
    """What is missing stays. Its name is what the document knows it by, and stays too."""

    description: Text | None = None


def category_out(category: Category, catalogue: Sequence[CataloguedPermission]) -> CategoryOut:
    """The category with those of the catalogue that are in it."""
    held = [one for one in catalogue if one.category_id == category.id]
    return CategoryOut(
        id=category.id,
        name=category.name,
        description=category.description,
        permission_ids=[one.id for one in held],
        permissions=[PermissionOut.model_validate(one) for one in held],
        created_at=category.created_at,
        updated_at=category.updated_at,
    )
