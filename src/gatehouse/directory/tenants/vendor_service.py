"""Reading, creating, changing and deleting tenants anywhere in the tree, by the vendor."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import orjson

from gatehouse.access.errors import TenantNotFound
from gatehouse.access.vendor import VendorPrincipal, protect_staff_home, protect_staff_homes_in
from gatehouse.audit.service import announce_event
from gatehouse.audit.settings import AuditSettings
from gatehouse.directory.sub_accounts.service import check_tree_depth
from gatehouse.directory.tenants import account_settings as account
from gatehouse.directory.tenants import errors, events, queries, schemas
from gatehouse.directory.tenants import service as tenants
from gatehouse.directory.tenants.deletion import delete_tenant_tree
from gatehouse.directory.tenants.models import Tenant
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.directory.users.service import normalize_email
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.lists import EMPTY_PAGE, JsonPage, ListQuery
from gatehouse.kit.plain_route import Json
from gatehouse.kit.resources import Resources
from gatehouse.kit.schemas import json_object

# HTTP clients would resolve `metadata/..` to the account itself.
NO_KEYS = {"", ".", ".."}


async def create_tenant(
    db: Db, resources: Resources, caller: VendorPrincipal, data: schemas.VendorTenantCreate
) -> UUID:
    """Create a tenant and return its id. Raises `TenantNotFound` for the parent, `StaffProtected`,
    `TooDeep`, `TenantIdTaken`, `AliasTaken`, and the errors of logos and metadata."""
    chosen = data.tenant_id
    tenant_id = chosen.inner if chosen else new_id()
    _merge_logo_fields(data)
    await account.reencode_new_logo(db, resources, tenant_id, None, data)
    if data.parent_tenant_id:
        await tenants.lock_tenant_tree(db, data.parent_tenant_id)
        await protect_staff_home(db, caller, data.parent_tenant_id)
        check_tree_depth(await tenants.get_tenant(db, data.parent_tenant_id))
    try:
        made = await tenants.create_tenant(
            db,
            name=data.name or str(chosen or tenant_id),
            parent_id=data.parent_tenant_id,
            tenant_id=tenant_id,
            external_id=chosen.text if chosen else None,
        )
    except TenantNotFound:
        raise await _explain_taken_id(db, tenant_id, data.parent_tenant_id) from None
    await _store_vendor_settings(db, made, data)
    await _merge_metadata(db, made, data.metadata or {})
    await announce_event(
        db, events.TenantCreatedByVendor(made.id, made.id, made.name), by=caller.actor
    )
    return made.id


async def _explain_taken_id(
    db: Db, tenant_id: UUID, parent_id: UUID | None
) -> errors.TenantIdTaken:
    """The error for an id that is taken. Infrastructure as code adopts the existing account when it reads
    "Tenant already exists"; an account elsewhere in the tree, such as a sub-account for which an
    administrator chose the same id, gets another text, because it is not the requested one."""
    try:
        found = await tenants.get_tenant(db, tenant_id)
    except TenantNotFound:
        return errors.TenantIdTaken(
            "A deleted tenant has this ID. Restore it, or choose another ID."
        )
    if found.parent_id == parent_id:
        return errors.TenantIdTaken("Tenant already exists")
    return errors.TenantIdTaken("Another tenant in the hierarchy has this ID. Choose another ID.")


async def change_tenant(
    db: Db,
    resources: Resources,
    caller: VendorPrincipal,
    tenant_id: UUID,
    data: schemas.VendorTenantChange,
) -> None:
    """Change the given fields. Raises `TenantNotFound`, `StaffProtected`, `AliasTaken`, and the errors of
    logos and metadata."""
    _merge_logo_fields(data)
    await protect_staff_home(db, caller, tenant_id)
    before = await account.get_settings(db, tenant_id)
    await account.reencode_new_logo(db, resources, tenant_id, before.logo, data)
    tenant = await _lock_tenant_row(db, tenant_id)
    await _store_vendor_settings(db, tenant, data)
    await _merge_metadata(db, tenant, data.metadata or {})
    given = ", ".join(sorted(data.model_fields_set)) or "nothing"
    await _announce_tenant_change(
        db, caller, await tenants.get_tenant(db, tenant_id), f"changed {given}"
    )


async def add_metadata(
    db: Db, caller: VendorPrincipal, tenant_id: UUID, metadata: dict[str, Any]
) -> None:
    """Merge metadata, key by key. Raises `TenantNotFound`, `MetadataTooLarge` or `MetadataKeyUnusable`."""
    tenant = await _lock_tenant_row(db, tenant_id)
    if await _merge_metadata(db, tenant, metadata):
        await _announce_tenant_change(db, caller, tenant, "changed metadata")


async def remove_metadata(db: Db, caller: VendorPrincipal, tenant_id: UUID, key: str) -> None:
    """Remove a metadata key, if present. Raises `TenantNotFound`."""
    tenant = await _lock_tenant_row(db, tenant_id)
    after = {name: value for name, value in tenant.metadata.items() if name != key}
    if after != tenant.metadata:
        await queries.SET_METADATA.run(db, tenant.id, after, clock.now())
        await _announce_tenant_change(db, caller, tenant, "changed metadata")


async def delete_tenant(db: Db, caller: VendorPrincipal, tenant_id: UUID, grace: timedelta) -> None:
    """Delete the tenant with all tenants below it. They can no longer be used with any token or joined;
    their data is erased when the grace period ends. Raises `TenantNotFound` or `StaffProtected`."""
    await tenants.lock_tenant_tree(db, tenant_id)
    gone = await tenants.get_tenant(db, tenant_id)
    await protect_staff_homes_in(db, caller, gone.path)
    below = await delete_tenant_tree(db, gone, grace)
    event = events.TenantDeletedByVendor(gone.id, gone.id, gone.name, below)
    await announce_event(db, event, by=caller.actor)


async def _lock_tenant_row(db: Db, tenant_id: UUID) -> Tenant:
    tenant = await queries.HOLD.first(db, tenant_id)
    if tenant is None:
        raise TenantNotFound("The tenant was not found")
    return tenant


def _merge_logo_fields(data: schemas.VendorTenantChange) -> None:
    if "logo_url" in data.model_fields_set and "logo" not in data.model_fields_set:
        data.logo = data.logo_url


async def _store_vendor_settings(db: Db, tenant: Tenant, data: schemas.VendorTenantChange) -> None:
    given = data.model_fields_set
    before = await account.get_settings(db, tenant.id)
    await account.store_settings(db, account.apply_settings_change(before, data))
    email = normalize_email(data.creator_email) if data.creator_email else None
    await queries.SET_OF_VENDOR.run(
        db,
        tenant.id,
        tenant.is_reseller if data.is_reseller is None else data.is_reseller,
        data.creator_name if "creator_name" in given else tenant.creator_name,
        email if "creator_email" in given else tenant.creator_email,
        clock.now(),
    )


async def _merge_metadata(db: Db, tenant: Tenant, metadata: dict[str, Any]) -> bool:
    """Merge metadata; returns whether that changes anything. Raises `MetadataTooLarge` or
    `MetadataKeyUnusable`."""
    if not NO_KEYS.isdisjoint(metadata):
        raise errors.MetadataKeyUnusable("metadata: a key must not be empty, . or ..")
    after = tenant.metadata | metadata
    if after == tenant.metadata:
        return False
    try:
        json_object(after)
    except ValueError as error:
        raise errors.MetadataTooLarge(f"metadata: {error}") from None
    await queries.SET_METADATA.run(db, tenant.id, after, clock.now())
    return True


async def _announce_tenant_change(
    db: Db, caller: VendorPrincipal, tenant: Tenant, what: str
) -> None:
    event = events.TenantChangedByVendor(tenant.id, tenant.id, tenant.name, what)
    await announce_event(db, event, by=caller.actor)


async def set_audit_retention(
    db: Db, resources: Resources, caller: VendorPrincipal, tenant_id: UUID, days: int | None
) -> None:
    """Set the audit retention of the tenant in days; None applies the installation's. Raises
    `TenantNotFound` or `RetentionTooLong`."""
    tenant = await get_tenant(db, tenant_id)
    everybodys = resources[AuditSettings].audit_retention_days
    if days is not None and days > everybodys:
        raise errors.RetentionTooLong(f"Audit logs are kept for at most {everybodys} days")
    await queries.SET_AUDIT_RETENTION.run(db, tenant_id, days, clock.now())
    event = events.AuditRetentionChanged(tenant_id, tenant_id, tenant.name, days)
    await announce_event(db, event, by=caller.actor)


AT_ONCE = 1000


async def describe_tenant(db: Db, tenant_id: UUID, status: int = 200) -> Json:
    """The tenant as JSON. Raises `TenantNotFound`."""
    return _to_tenant_response(await queries.ONE.first(db, tenant_id), status)


async def describe_new_tenant(db: Db, tenant_id: UUID) -> Json:
    """The new tenant as JSON, without `metadata` if it has none: infrastructure as code would compare an
    empty object with what it sent."""
    text = await queries.ONE.one(db, tenant_id)
    shown = orjson.loads(text)
    if shown["metadata"] == "{}":
        del shown["metadata"]
    return Json(orjson.dumps(shown), 201)


async def describe_tenant_in_list(db: Db, tenant_id: UUID) -> Json:
    """A list of the tenant, empty if there is none."""
    text = await queries.ONE.first(db, tenant_id)
    return Json(f"[{text or ''}]".encode())


async def read_every_tenant(db: Db) -> Json:
    """All tenants, read in parts, so that the size of a statement's result does not grow with their
    number."""
    parts: list[str] = []
    after: UUID | None = UUID(int=0)
    while after:
        part = await queries.EVERY_ONE_AFTER.one(db, after, AT_ONCE)
        parts += [part.items] if part.items else []
        after = part.last
    return Json(f"[{','.join(parts)}]".encode())


async def read_part_of_tenants(db: Db, query: schemas.EveryTenantQuery) -> Json:
    """A part of the list of all tenants, without page metadata."""
    page = await _find_page(db, query, "tenantId")
    return Json(page.items.encode())


async def describe_tenant_by_alias(db: Db, alias: str) -> Json:
    """The tenant with this alias. Raises `TenantNotFound`."""
    return _to_tenant_response(await queries.BY_ALIAS.first(db, alias.strip().lower()))


async def search_tenants(db: Db, query: schemas.VendorTenantsQuery) -> Json:
    page = await _find_page(
        db, query, query.sort_by, ids=query.tenant_ids or None, parent=query.parent_tenant_id
    )
    return page.to_response(query.limit)


async def _find_page(
    db: Db,
    query: ListQuery,
    sort: str,
    *,
    ids: list[UUID] | None = None,
    parent: UUID | None = None,
) -> JsonPage:
    if query.filter_pattern is None:
        page = await queries.EVERY_TENANT.page(db, query, sort, ids=ids, parent=parent)
        return page or EMPTY_PAGE
    return await queries.TENANTS_BY_NAME.one(
        db, query.filter_pattern, ids, parent, sort, query.is_descending,
        query.limit, query.offset,
    )  # fmt: skip


def _to_tenant_response(text: str | None, status: int = 200) -> Json:
    if text is None:
        raise TenantNotFound("The tenant was not found")
    return Json(text.encode(), status)
