"""A tenant's members and invitations on the wire (wire-api §12: User, UserV3, TeamUser; §16.6). Responses
with members are built by `as_json`; these classes describe them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, Field, StringConstraints

from gatehouse.directory.roles.models import Role
from gatehouse.directory.roles.schemas import PermissionOut, RoleOut
from gatehouse.directory.tenants.account_schemas import Blankable
from gatehouse.kit.lists import SEPARATED
from gatehouse.kit.schemas import Spoken, Wire
from gatehouse.kit.tenant_ids import ShownTenantId, TenantId


def _drop_blanks(value: object) -> object:
    """Drop empty texts: the client clears a list by sending `[""]`."""
    if isinstance(value, list):
        return [part for part in value if part != ""]
    return value


RoleIds = Annotated[list[UUID], BeforeValidator(_drop_blanks), Field(max_length=100)]
PhoneNumber = Annotated[
    str, StringConstraints(strip_whitespace=True, pattern=r"^\+?[0-9][0-9 ().-]{2,30}$")
]
OptionalName = Annotated[Spoken | None, Blankable]
OptionalPhoneNumber = Annotated[PhoneNumber | None, Blankable]
UserTenantStatus = Literal["PendingInvitation", "PendingLogin", "Activated", "NotActivated"]
ExpirationSeconds = Annotated[int, Field(ge=60, le=315_360_000)]


class InTenant(Wire):
    tenant_id: ShownTenantId
    roles: list[RoleOut]
    temporary_expiration_date: datetime | None = None
    is_disabled: bool


class WholeInTenant(InTenant):
    """`permissions` are all that the user has there, also through groups."""

    permissions: list[PermissionOut]
    activated: bool
    last_login: datetime | None = None


class GroupRef(Wire):
    id: UUID
    name: str
    color: str | None = None


class UserFacts(Wire):
    """`metadata` is a JSON string. `tenantIds` and `tenants` name the caller's tenant, and accounts below
    it where the list includes those: other memberships of the user are not disclosed to this tenant."""

    id: UUID
    sub: UUID
    email: str
    name: str
    verified: bool
    mfa_enrolled: bool
    phone_number: str | None = None
    profile_picture_url: str | None = None
    provider: str
    tenant_id: ShownTenantId
    tenant_ids: list[ShownTenantId]
    activated_for_tenant: bool
    is_locked: bool
    is_disabled: bool
    managed_by: Literal["frontegg", "scim2"]
    invisible: Literal[True] | None = None
    super_user: Literal[True] | None = None
    metadata: str
    sub_account_access_allowed: bool
    temporary_expiration_date: datetime | None = None
    created_at: datetime
    joined_at: datetime
    last_login: datetime | None = None


class UserV3Out(UserFacts):
    tenants: list[InTenant]


class UserEverywhereOut(UserFacts):
    tenants: list[WholeInTenant]


class UserOut(UserV3Out):
    """A user with the roles given to them, their groups, and the permissions of both. `rolesIds` is the
    client's older name of `roleIds`."""

    roles: list[RoleOut]
    roles_ids: list[UUID]
    role_ids: list[UUID]
    permissions: list[PermissionOut]
    groups: list[GroupRef]


class UserAloneOut(UserOut):
    """`deletedAt` is always null, as clients expect: deleted users are not found."""

    vendor_id: UUID
    updated_at: datetime
    deleted_at: None


class TeamUserOut(Wire):
    """`tenants` names the caller's tenant: where there are sub-accounts, the client reads from it the
    roles and what may be done with the user."""

    id: UUID
    email: str
    name: str
    phone: str | None = None
    profile_image_url: str | None = None
    tenant_id: ShownTenantId
    vendor_id: UUID
    role_ids: list[UUID]
    roles: list[RoleOut]
    activated_for_tenant: bool
    created_at: datetime
    joined_at: datetime
    last_login: datetime | None = None
    mfa_enabled: bool
    tenants: list[InTenant]
    verified: bool
    managed_by: Literal["frontegg", "scim2"]
    temporary_expiration_date: datetime | None = None
    is_disabled: bool


class TeamUserItem(Wire):
    item: TeamUserOut


class MemberRoles(Wire):
    """The roles of one member after a change."""

    tenant_id: ShownTenantId
    user_id: UUID
    roles: list[RoleOut]

    @classmethod
    def from_roles(cls, tenant_id: UUID, user_id: UUID, roles: Iterable[Role]) -> Self:
        written = [RoleOut.model_validate(role) for role in roles]
        return cls(tenant_id=tenant_id, user_id=user_id, roles=written)


class RolesToChange(Wire):
    role_ids: Annotated[RoleIds, Field(min_length=1)]


class MemberChange(Wire):
    """The client sends the whole object that it read. Only `roleIds` and `name` take effect: no `roleIds`,
    or an empty list, keeps the roles; `[""]` clears them. Without `id` the user with this `email` in the
    caller's tenant changes. `baseRoleIds` are the roles that the editor started with: with it, only roles
    added and removed since are applied."""

    id: UUID | None = None
    email: str | None = Field(None, max_length=254, pattern=r"^[^\x00]*$")
    role_ids: list[UUID | Literal[""]] | None = Field(None, max_length=100)
    base_role_ids: RoleIds | None = None
    name: OptionalName = None

    @property
    def wanted_roles(self) -> set[UUID] | None:
        if not self.role_ids:
            return None
        return {role_id for role_id in self.role_ids if isinstance(role_id, UUID)}


class CountedTenants(Wire):
    tenant_ids: Annotated[list[TenantId], Field(max_length=1000)]
    exclude_invisible_users: bool = False


class TenantCountOut(Wire):
    tenant_id: ShownTenantId
    total_users: int
    total_access_allowed_users: int


class Expiration(Wire):
    expiration_in_seconds: ExpirationSeconds


class StatusesQuery(BaseModel):
    """`userIds` and `userTenantStatuses` are comma-separated or repeated."""

    user_ids: Annotated[list[UUID], SEPARATED, Field(max_length=100)] = Field([], alias="userIds")
    statuses: Annotated[list[UserTenantStatus], SEPARATED] = Field([], alias="userTenantStatuses")


class TenantStatus(Wire):
    tenant_id: ShownTenantId
    status: UserTenantStatus


class UserStatuses(Wire):
    """`PendingLogin`: activated, but not seen in the tenant since."""

    user_id: UUID
    tenants_statuses: list[TenantStatus]


class TemporaryUsers(Wire):
    enabled: bool


class ExpirationDate(Expiration):
    """The expiry, with the requested number of seconds."""

    temporary_expiration_date: datetime


class StatsOut(Wire):
    """`superAdmins`: number of users with the vendor's Admin role."""

    total_items: int
    added_this_week: int
    super_admins: int


class Invitation(Wire):
    """`phone` and `phoneNumber` are synonyms. `provider` and `skipInviteEmail` are accepted and ignored:
    the invited user always verifies the address by email. Without roles the user gets the default ones."""

    email: Annotated[str, Field(max_length=320)]
    name: OptionalName = None
    phone_number: OptionalPhoneNumber = None
    phone: OptionalPhoneNumber = None
    role_ids: RoleIds | None = None
    expiration_in_seconds: ExpirationSeconds | None = None
