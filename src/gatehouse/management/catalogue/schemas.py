from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from gatehouse.directory.roles.schemas import PermissionIds, RoleChange, RoleCreate
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
    description: Text
