"""Users of sub-accounts on the wire (wire-api §16.8, sub-tenants)."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from gatehouse.directory.people.schemas import OptionalName, RoleIds
from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import TenantId

MOST_ACCOUNTS = 50
MOST_PEOPLE = 50


class NewPerson(Wire):
    email: Annotated[str, Field(max_length=320)]
    name: OptionalName = None


class InAccount(Wire):
    """Without roles the user gets the default ones."""

    tenant_id: TenantId
    role_ids: RoleIds | None = None


class PersonInAccounts(Wire):
    user: NewPerson
    sub_tenants: Annotated[list[InAccount], Field(min_length=1, max_length=MOST_ACCOUNTS)]


class PeopleInAccount(Wire):
    """`allowSubAccountAccess` also allows them to enter the accounts below that one."""

    users: Annotated[list[NewPerson], Field(min_length=1, max_length=MOST_PEOPLE)]
    tenant_id: TenantId
    role_ids: RoleIds | None = None
    allow_sub_account_access: bool = False


class AccountRef(Wire):
    tenant_id: TenantId


class PersonOutOfAccounts(Wire):
    user_id: UUID
    sub_tenants: Annotated[list[AccountRef], Field(min_length=1, max_length=MOST_ACCOUNTS)]


class RolesInAccount(Wire):
    tenant_id: TenantId
    role_ids: RoleIds


class RolesToSet(RolesInAccount):
    """`baseRoleIds` are the roles that the editor started with: with it, only roles added and removed
    since are applied."""

    base_role_ids: RoleIds | None = None


class RolesToSetInAccounts(Wire):
    sub_tenants_roles: Annotated[list[RolesToSet], Field(min_length=1, max_length=MOST_ACCOUNTS)]


class RolesInAccounts(Wire):
    sub_tenants_roles: Annotated[
        list[RolesInAccount], Field(min_length=1, max_length=MOST_ACCOUNTS)
    ]


class SubAccountAccess(Wire):
    allow_access: bool
