"""Reading tenants, independent of their place in the tree."""

from uuid import UUID

import orjson

from gatehouse.access.errors import TenantNotFound
from gatehouse.directory.tenants import queries
from gatehouse.directory.tenants.models import TenantPage
from gatehouse.directory.tenants.schemas import EveryTenantQuery, VendorTenantsQuery
from gatehouse.kit.db import Db
from gatehouse.kit.lists import pattern_containing
from gatehouse.kit.plain_route import Json

AT_ONCE = 1000


async def describe_tenant(db: Db, tenant_id: UUID, status: int = 200) -> Json:
    """The tenant as JSON. Raises `TenantNotFound`."""
    return _require_found(await queries.ONE.first(db, tenant_id), status)


async def describe_new(db: Db, tenant_id: UUID) -> Json:
    """The new tenant as JSON, without `metadata` if it has none: infrastructure as code would compare an
    empty object with what it sent."""
    text = await queries.ONE.one(db, tenant_id)
    shown = orjson.loads(text)
    if shown["metadata"] == "{}":
        del shown["metadata"]
    return Json(orjson.dumps(shown), 201)


async def describe_in_list(db: Db, tenant_id: UUID) -> Json:
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


async def read_some_tenants(db: Db, query: EveryTenantQuery) -> Json:
    """A part of the list of all tenants, without page metadata."""
    words = pattern_containing(query.filter) if query.filter else None
    page = await queries.EVERY_TENANT.page(db, query, "tenantId", name=words)
    return Json((page.items if page else "[]").encode())


async def by_alias(db: Db, alias: str) -> Json:
    """The tenant with this alias. Raises `TenantNotFound`."""
    return _require_found(await queries.BY_ALIAS.first(db, alias.strip().lower()))


async def search_tenants(db: Db, query: VendorTenantsQuery) -> Json:
    page = await queries.EVERY_TENANT.page(
        db,
        query,
        query.sort_by,
        name=pattern_containing(query.filter) if query.filter else None,
        ids=query.tenant_ids or None,
        parent=query.parent_tenant_id,
    ) or TenantPage("[]", 0)
    about = {"totalItems": page.total, "totalPages": -(-page.total // query.limit)}
    return Json(b'{"items":' + page.items.encode() + b',"_metadata":' + orjson.dumps(about) + b"}")


def _require_found(text: str | None, status: int = 200) -> Json:
    if text is None:
        raise TenantNotFound("The account was not found")
    return Json(text.encode(), status)
