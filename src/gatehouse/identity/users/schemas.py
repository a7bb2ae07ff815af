"""Users as the vendor's backends send and read them (wire reference §12, §16.6)."""

from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from gatehouse.directory.people import schemas
from gatehouse.directory.people.list_schemas import Ids, Pattern
from gatehouse.directory.roles.schemas import PermissionOut, RoleOut
from gatehouse.identity.profile.schemas import PictureAddress
from gatehouse.identity.sign_in.schemas import Password
from gatehouse.identity.usernames.schemas import Typed
from gatehouse.kit.lists import SEPARATED, SEPARATED_FILTER, ListQuery, SparseQuery
from gatehouse.kit.paging import Page
from gatehouse.kit.router import without_nulls
from gatehouse.kit.schemas import EmailText, Metadata, Phone, Spoken, Text, Wire
from gatehouse.kit.tenant_ids import ShownTenantId, TenantId
from gatehouse.tasks.queries import Status

ExternalId = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")]
Provider = Literal[
    "local", "saml", "google", "github", "facebook", "microsoft", "scim2", "slack", "apple"
]


class VendorUserOut(Wire):
    """A user with all their tenants. `tenantId`, `roles` are those of the usual one; `metadata` and
    `vendorMetadata` are JSON as strings."""

    id: UUID
    sub: UUID
    email: str
    name: str
    username: str | None = None
    verified: bool
    profile_picture_url: str | None = None
    phone_number: str | None = None
    mfa_enrolled: bool
    mfa_bypass: bool
    provider: str
    is_locked: bool
    invisible: bool
    super_user: bool
    metadata: str
    vendor_metadata: str
    external_id: str | None = None
    created_at: str
    last_login: str | None = None
    erasing_since: str | None = None
    tenant_id: ShownTenantId | None = None
    tenant_ids: list[ShownTenantId]
    tenants: list[schemas.InTenant]
    roles: list[RoleOut]
    permissions: list[PermissionOut]
    activated_for_tenant: bool | None = None
    managed_by: str | None = None
    sub_account_access_allowed: bool


class VendorUsersPage(Page[VendorUserOut]):
    pass


# For routes that return one user, or a page of users.
SHOWS, SHOWS_PAGE = without_nulls(VendorUserOut), without_nulls(VendorUsersPage)


class VendorUserCreate(Wire):
    """A new user is not verified: a mail asks them to activate, unless `skipInviteEmail`. A password
    counts once the vendor has verified them; a user who has an account keeps it as it is, and gets no
    password."""

    email: EmailText | None = None
    username: Typed | None = None
    name: schemas.OptionalName = None
    profile_picture_url: PictureAddress | None = None
    password: Password | None = None
    phone_number: schemas.OptionalPhoneNumber = None
    provider: Provider = "local"
    metadata: Metadata = None
    skip_invite_email: bool = False
    role_ids: schemas.RoleIds | None = None
    expiration_in_seconds: schemas.ExpirationSeconds | None = None


class OwnChange(Wire):
    """Omitted fields stay; an empty or null picture or number is removed."""

    phone_number: Phone | None = None
    profile_picture_url: PictureAddress | None = None
    metadata: Metadata = None
    name: Spoken | None = None


class VendorUserChange(OwnChange):
    """`mfaBypass`: MFA is not required of the user, whatever tenants require."""

    vendor_metadata: Metadata = None
    mfa_bypass: bool | None = None
    external_id: ExternalId | None = None


class EmailChange(Wire):
    email: EmailText


class Invisible(Wire):
    invisible: bool


class SuperUser(Wire):
    super_user: bool


class UserTenantChoice(Wire):
    """`validateTenantExist` is accepted and ignored: the account always has to exist."""

    tenant_id: TenantId


class NewTenant(UserTenantChoice):
    skip_invite_email: bool = False


class LinkOut(Wire):
    user_id: UUID
    link: str
    token: str


def _check_search_terms(texts: list[str]) -> list[str]:
    if any(len(text) > 200 or "\x00" in text for text in texts):
        raise ValueError("must be at most 200 characters long")
    return texts


Words = Annotated[list[str], SEPARATED, AfterValidator(_check_search_terms), Field(max_length=10)]


class PhraseQuery(SparseQuery, ListQuery):
    """`_offset` counts rows. Words are searched in name and address; a result matches all given
    conditions. `_phraseSearchApproximate` is accepted and ignored: parts of words are found. Sorted by
    `tenantId`, users are ordered by the account that they enter first."""

    identifier: str = Field("", max_length=254, alias="_identifier", pattern=Pattern)
    identifier_type: Literal["email", "phoneNumber", "username"] = Field(
        "email", alias="_identifierType"
    )
    include_sub_tenants: bool = Field(True, alias="_includeSubTenants")
    name_prefix: str = Field("", max_length=200, alias="_namePrefix", pattern=Pattern)
    contains: Words = Field([], alias="_phraseSearchContains")
    excludes: Words = Field([], alias="_phraseSearchExcludes")
    optional: Words = Field([], alias="_phraseSearchOptional")
    email: str = Field("", max_length=254, alias="_email", pattern=Pattern)
    tenant_id: TenantId | None = Field(None, alias="_tenantId")
    ids: Ids = Field([])
    external_ids: Annotated[
        list[str], SEPARATED_FILTER, AfterValidator(_check_search_terms), Field(max_length=100)
    ] = Field([], alias="_externalIds")
    sort_by: Literal[
        "createdAt", "name", "email", "id", "verified", "isLocked", "provider", "tenantId"
    ] = Field("email", alias="_sortBy")


class EverybodyQuery(PhraseQuery):
    """The query of an account's list: `_offset` counts pages, `_tenantId` means that account alone,
    `_filter` is a part of name or address."""

    include_sub_tenants: bool = Field(False, alias="_includeSubTenants")

    def to_row_query(self) -> Self:
        wanted = [*self.contains, *filter(None, [self.filter])]
        return self.model_copy(update={"offset": self.offset * self.limit, "contains": wanted})


class VendorOnlyUserCreate(Wire):
    """No mail is sent. A password counts once the vendor has verified the user; a user who has an account
    keeps it as it is, but for the vendor's own fields: `vendorMetadata`, `mfaBypass`, `externalId`."""

    email: EmailText | None = None
    username: Typed | None = None
    name: schemas.OptionalName = None
    password: Password | None = None
    phone_number: schemas.OptionalPhoneNumber = None
    metadata: Metadata = None
    vendor_metadata: Metadata = None
    role_ids: schemas.RoleIds | None = None
    tenant_id: TenantId
    expiration_in_seconds: schemas.ExpirationSeconds | None = None
    mfa_bypass: bool | None = None
    external_id: ExternalId | None = None


class PasswordToVerify(Wire):
    email: EmailText = Field(examples=["ada@acme.test"])
    password: Annotated[str, Field(max_length=1024)] = Field(examples=["correct horse battery"])


class PasswordVerified(Wire):
    is_valid: bool


RoleIds = Annotated[list[UUID], SEPARATED, Field(max_length=1000)]


class RolesEverywhere(Wire):
    """Without `tenantIds` in every account of the user."""

    add_role_ids: RoleIds = Field([])
    remove_role_ids: RoleIds = Field([])
    tenant_ids: Annotated[list[TenantId], Field(min_length=1, max_length=1000)] | None = None

    @model_validator(mode="after")
    def require_role_change(self) -> Self:
        if not self.add_role_ids and not self.remove_role_ids:
            raise ValueError("addRoleIds or removeRoleIds is required")
        if set(self.add_role_ids) & set(self.remove_role_ids):
            raise ValueError("a role cannot be added and removed at the same time")
        return self


class RolesChange(Wire):
    """`taskId` is the id for `bulk-roles/status`."""

    user_id: UUID
    affected_tenants: int
    roles_added: list[UUID]
    roles_removed: list[UUID]
    task_id: UUID


class RolesProblem(Wire):
    message: str
    tenant_id: ShownTenantId | None = None
    details: str | None = None


class RolesStatus(Wire):
    id: UUID
    user_id: UUID
    status: Status
    total_tenants: int
    processed_tenants: int
    added_role_ids: list[UUID]
    removed_role_ids: list[UUID]
    errors: list[RolesProblem]


class PersonSessionOut(Wire):
    """`tenantId` is the session's current tenant. `impersonated`: the session is an impersonation by
    support."""

    id: UUID
    tenant_id: ShownTenantId
    user_agent: str | None = None
    ip_address: str | None = None
    created_at: datetime
    last_used_at: datetime
    expires_at: datetime
    impersonated: bool


class PersonFactorOut(Wire):
    """`label`: a masked number, the address, or the name of a device. `lastUsedAt` is missing where
    unknown: it is not kept for numbers and addresses."""

    id: UUID
    kind: Literal["authenticator", "phone", "email", "platform", "cross_platform", "passkey"]
    label: str
    is_second_factor: bool
    created_at: datetime
    last_used_at: datetime | None = None


class PersonIdentityOut(Wire):
    """An external account that can sign in to this one. `kind`: social, custom, oidc or saml; `provider`
    of the last two is the id of the connection; `email` the address there."""

    id: UUID
    kind: Literal["social", "custom", "oidc", "saml"]
    provider: str
    email: str
    created_at: datetime
    last_used_at: datetime


class Removal(Wire):
    """`reason` is kept in the audit log."""

    reason: Annotated[Text, StringConstraints(min_length=3, max_length=500)]


class InvitedUser(VendorUserCreate):
    """The fields of `POST users/v1`. `verified`: the vendor confirms the address. An earlier user of an
    unverified account with it loses access, with their password and all other credentials."""

    email: EmailText
    verified: bool = False


class BulkInvite(Wire):
    users: Annotated[list[InvitedUser], Field(min_length=1, max_length=1000)] = Field(
        examples=[[{"email": "ada@acme.test"}]]
    )


class BulkTask(Wire):
    id: UUID
