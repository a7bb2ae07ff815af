from typing import Annotated

from pydantic import Field, StringConstraints

from gatehouse.identity.sso.connections.schemas import RoleIds
from gatehouse.kit.schemas import Name, Wire

GroupName = Annotated[Name, StringConstraints(min_length=1)]


class SsoGroupIn(Wire):
    """`group` is the name, or the id, that the provider sends for it, letter for letter."""

    group: GroupName
    role_ids: RoleIds = Field(default_factory=list)


class SsoGroupChange(Wire):
    """Fields that are missing or null stay unchanged. `baseRoleIds` are the roles that the editor started
    with: only roles added and removed since are applied then."""

    group: GroupName | None = None
    role_ids: RoleIds | None = None
    base_role_ids: RoleIds | None = None
