"""Accounts as the vendor's backends send and read them (wire-api §12, "Published OpenAPI only")."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BeforeValidator, Field

from gatehouse.audit.chain.seal import SHORTEST
from gatehouse.directory.people.list_schemas import TenantIds
from gatehouse.directory.sub_accounts.schemas import AccountName
from gatehouse.directory.tenants.account_schemas import Blankable, Logo, SettingsChange
from gatehouse.kit.lists import MOST, ListQuery
from gatehouse.kit.paging import Page
from gatehouse.kit.schemas import EmailText, Spoken, Wire, json_object
from gatehouse.kit.tenant_ids import NewTenantId, ShownTenantId, TenantId

MaybeGiven = Annotated[dict[str, Any] | None, BeforeValidator(json_object)]
Given = Annotated[dict[str, Any], BeforeValidator(lambda value: json_object(value) or {})]


class VendorTenantOut(Wire):
    """`metadata` is JSON as text, and missing in the response that creates an account without it. Values
    that are not set are missing; without `auditRetentionDays` the installation's audit retention applies."""

    id: ShownTenantId
    tenant_id: ShownTenantId
    vendor_id: UUID
    name: str
    status: Literal["active", "suspended"]
    metadata: str | None = None
    is_reseller: bool
    parent_tenant_id: ShownTenantId | None = None
    alias: str | None = None
    website: str | None = None
    address: str | None = None
    timezone: str | None = None
    date_format: str | None = None
    time_format: str | None = None
    currency: str | None = None
    logo: str | None = None
    logo_url: str | None = None
    has_custom_login: bool
    login_url: str | None = None
    application_url: str | None = None
    audit_retention_days: int | None = None
    creator_name: str | None = None
    creator_email: str | None = None
    created_at: str
    updated_at: str
    deleted_at: None = None


class VendorTenantsPage(Page[VendorTenantOut]):
    pass


class VendorTenantChange(SettingsChange):
    """Missing fields stay unchanged; an empty text or null clears, except the name. `logoUrl` is a synonym
    of `logo`. The creator is information from the vendor and gives no rights. `metadata`, an object or its
    text, is merged into the existing metadata, key by key."""

    logo_url: Annotated[Logo | None, Blankable] = None
    creator_name: Annotated[Spoken | None, Blankable] = None
    creator_email: Annotated[EmailText | None, Blankable] = None
    is_reseller: bool | None = None
    metadata: MaybeGiven = Field(None, examples=[{"segment": "enterprise"}])


class VendorTenantCreate(VendorTenantChange):
    """Without `tenantId` the server chooses one; without `parentTenantId` the account has no parent;
    without a name its id is the name."""

    name: AccountName | None = None
    tenant_id: NewTenantId | None = None
    parent_tenant_id: TenantId | None = None


class TenantMetadata(Wire):
    """Merged into the existing metadata, key by key; at most 4,096 bytes in total."""

    metadata: Given = Field(examples=[{"segment": "enterprise"}])


class VendorTenantsQuery(ListQuery):
    """`_offset` counts rows; `_filter` matches a part of the name; `_parentTenantId`: only its children."""

    tenant_ids: TenantIds = Field([], alias="_tenantIds")
    parent_tenant_id: TenantId | None = Field(None, alias="_parentTenantId")
    sort_by: Literal["name", "createdAt", "tenantId"] = Field("name", alias="_sortBy")


class EveryTenantQuery(ListQuery):
    """`_limit`, `_offset` (rows) and `_filter`, a part of the name; without any of them all accounts are
    returned."""

    limit: int = Field(MOST, ge=1, le=MOST, alias="_limit")

    @property
    def is_unfiltered(self) -> bool:
        return not self.model_fields_set & {"limit", "offset", "filter", "order"}


class DeletedTenantOut(Wire):
    """`alias`: the alias before the deletion, restored unless another account has it by then.
    `isBeingErased`: it can no longer be restored. `accountsBelow`: number of accounts deleted with it.
    `deletedBy`: the address of the user who deleted it, if it was a user; `deletedByKind`: the kind of
    actor, as in audits, such as `user`, `staff` or `vendor`. Both are missing where the audit is no longer
    kept."""

    id: UUID
    name: str
    alias: str | None = None
    parent_tenant_id: ShownTenantId | None = None
    created_at: str
    deleted_at: str
    deleted_by: str | None = None
    deleted_by_kind: str | None = None
    erase_at: str
    is_being_erased: bool
    accounts_below: int


class DeletedTenantsPage(Page[DeletedTenantOut]):
    pass


class DeletedTenantsQuery(ListQuery):
    """`_offset` counts rows; `_filter` matches a part of the name."""

    order: Literal["ASC", "DESC", "asc", "desc"] = Field("DESC", alias="_order")
    sort_by: Literal["name", "deletedAt", "eraseAt"] = Field("deletedAt", alias="_sortBy")


class DeletionOutlook(Wire):
    """What deleting an account now would mean. With `graceDays` 0 it cannot be restored. `eraseAt` is when
    all of its data would be erased, `accountsBelow` how many accounts would be deleted with it."""

    grace_days: int
    erase_at: datetime
    accounts_below: int


class AuditRetention(Wire):
    """Null: the installation's retention applies."""

    days: int | None = Field(ge=SHORTEST, le=36_500, examples=[365])
