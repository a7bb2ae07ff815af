"""Reading and changing the tree of accounts. Rights apply downwards only: reads start at the caller's own
account."""

from collections.abc import Sequence
from urllib.parse import urlencode
from uuid import UUID

import orjson

from gatehouse.access.errors import TenantNotFound
from gatehouse.access.principal import Principal
from gatehouse.access.vendor import VendorPrincipal, protect_staff_home, protect_staff_homes_in
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.membership_queries import DELETE_INHERITED_BELOW
from gatehouse.directory.sub_accounts import queries, schemas
from gatehouse.directory.sub_accounts.errors import NotBelow, TooDeep, TreeMoved, WouldBeCycle
from gatehouse.directory.sub_accounts.events import AccountMoved
from gatehouse.directory.sub_accounts.service import MOST_LEVELS
from gatehouse.directory.tenants import service as tenants
from gatehouse.directory.tenants.models import Tenant
from gatehouse.directory.tenants.queries import MOVE_TREE
from gatehouse.directory.tenants.service import (
    extend_scope_to_all_tenants,
    get_tenant,
    get_tenant_below,
    open_tenants_below,
    restrict_scope_to_tenants,
)
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.lists import EMPTY_PAGE, JsonPage, pattern_containing
from gatehouse.kit.plain_route import Json

PATH = "/tenants/resources/hierarchy/v2"


async def read_tree_below(db: Db, caller: Principal) -> schemas.SubTenantTree:
    """The caller's account and at most 1000 accounts below it, nearest first, as a tree."""
    own = await get_tenant(db, caller.tenant_id)
    root = schemas.SubTenantTree(tenant_id=own.id, tenant_name=own.name, created_at=own.created_at)
    known = {own.id: root}
    for one in await open_tenants_below(db, caller.tenant_id, schemas.MOST_AT_ONCE):
        child = schemas.SubTenantTree(
            tenant_id=one.tenant_id, tenant_name=one.tenant_name, created_at=one.created_at
        )
        known[one.parent_id].children.append(child)
        known[one.tenant_id] = child
    return root


async def list_accounts_below(db: Db, caller: Principal, query: schemas.TreeQuery) -> Json:
    """A page of the accounts below the requested one. Raises `TenantNotFound` when that is neither the
    caller's account nor below it."""
    top = await get_tenant(db, caller.tenant_id)
    if query.sub_tenant_id not in (None, caller.tenant_id):
        top = await get_tenant_below(db, caller.tenant_id, query.sub_tenant_id)
    await extend_scope_to_all_tenants(db)
    if text := query.filter.strip():
        page = await queries.BELOW_BY_NAME.one(
            db, top.path, pattern_containing(text), query.sort_by, query.is_descending, query.limit,
            query.offset,
        )  # fmt: skip
    else:
        page = await queries.CHILDREN.page(db, query, query.sort_by, top.id) or EMPTY_PAGE
    await restrict_scope_to_tenants(db, [caller.tenant_id])
    return _compose_page_response(page, query)


def _compose_page_response(page: JsonPage, query: schemas.TreeQuery) -> Json:
    pages = -(-page.total // query.limit)
    about = orjson.dumps({"totalItems": page.total, "totalPages": pages})
    before, after = query.offset - query.limit, query.offset + query.limit
    links = orjson.dumps({
        "next": _build_page_url(query, after) if after < page.total else "",
        "prev": _build_page_url(query, max(0, before)) if query.offset else "",
        "first": _build_page_url(query, 0),
        "last": _build_page_url(query, max(0, (pages - 1) * query.limit)),
    })  # fmt: skip
    return Json(
        b'{"items":' + page.items.encode() + b',"_metadata":' + about + b',"_links":' + links + b"}"
    )


def _build_page_url(query: schemas.TreeQuery, offset: int) -> str:
    asked = query.model_dump(by_alias=True, mode="json", exclude_unset=True)
    return f"{PATH}?{urlencode({**asked, '_offset': offset, '_limit': query.limit})}"


async def list_parents(db: Db, caller: Principal, tenant_id: UUID) -> list[schemas.ParentOut]:
    """The accounts from the caller's down to the parent of this one; accounts above the caller's are never
    returned. Raises `TenantNotFound` when this account is not below the caller's."""
    if tenant_id == caller.tenant_id:
        return []
    await extend_scope_to_all_tenants(db)
    found = await queries.PARENTS.all(db, caller.tenant_id, tenant_id)
    await restrict_scope_to_tenants(db, [caller.tenant_id])
    if not found:
        raise TenantNotFound("The account was not found")
    return found


async def list_parents_of_guest(db: Db, caller: Principal) -> list[schemas.ParentOut]:
    """For a caller with inherited access: the accounts from the one that they are a member of down to the
    parent of the current one."""
    if caller.person_id is None:
        return []
    await extend_scope_to_all_tenants(db)
    found = await queries.PARENTS_OF_GUEST.all(db, caller.tenant_id, caller.person_id)
    await restrict_scope_to_tenants(db, [caller.tenant_id])
    return found


async def count_accounts_below(
    db: Db, caller: Principal, tenant_ids: Sequence[UUID]
) -> list[schemas.BelowOut]:
    """Counts of the caller's account and those below it; others are left out."""
    await extend_scope_to_all_tenants(db)
    found = await queries.COUNT_BELOW.all(db, caller.tenant_id, list(tenant_ids))
    await restrict_scope_to_tenants(db, [caller.tenant_id])
    return found


async def read_hierarchy_of_user(db: Db, caller: Principal) -> schemas.MyHierarchy:
    """The accounts that the caller is a member of, each below its nearest ancestor among them. Accounts
    between and above them are not returned."""
    tops: list[schemas.MyTenantTree] = []
    known: dict[UUID, schemas.MyTenantTree] = {}
    for one in await queries.MINE.all(db, caller.user_id, clock.now()):
        node = schemas.MyTenantTree(
            tenant_id=one.tenant_id,
            name=one.name,
            is_reseller=one.is_reseller,
            is_active=one.tenant_id == caller.tenant_id,
        )
        known[one.tenant_id] = node
        above = [UUID(part) for part in one.path.rstrip("/").split("/")[:-1]]
        nearest = next((known[part] for part in reversed(above) if part in known), None)
        (nearest.children if nearest else tops).append(node)
    return schemas.MyHierarchy(tenants=tops)


async def move_below_parent(
    db: Db, caller: VendorPrincipal, parent_id: UUID, child_id: UUID
) -> None:
    """Move an account with its subtree below another one; nothing happens if it is there already. Raises
    `TenantNotFound`, `WouldBeCycle`, `TooDeep`, or `TreeMoved` when the tree changed concurrently."""
    parent, child = await _lock_both_trees(db, parent_id, child_id)
    if child.parent_id == parent.id:
        return
    await protect_staff_home(db, caller, parent_id)
    await protect_staff_homes_in(db, caller, child.path)
    if parent.path.startswith(child.path):
        raise WouldBeCycle("An account cannot be below itself")
    levels = await queries.LEVELS.one(db, child.path)
    if parent.depth + levels > MOST_LEVELS:
        raise TooDeep(
            f"Accounts can be nested at most {MOST_LEVELS} levels deep", levels=MOST_LEVELS
        )
    await _move_tenant(db, caller, child, parent)


async def detach_from_parent(
    db: Db, caller: VendorPrincipal, parent_id: UUID, child_id: UUID
) -> None:
    """Detach an account with its subtree from its parent. Raises `TenantNotFound`, `NotBelow`, or
    `TreeMoved` when the tree changed concurrently."""
    _, child = await _lock_both_trees(db, parent_id, child_id)
    if child.parent_id != parent_id:
        raise NotBelow("The account is not a direct sub-account of that account")
    await protect_staff_home(db, caller, parent_id)
    await protect_staff_homes_in(db, caller, child.path)
    await _move_tenant(db, caller, child, None)


async def _lock_both_trees(db: Db, parent_id: UUID, child_id: UUID) -> tuple[Tenant, Tenant]:
    """Lock the trees of both accounts and return both. Raises `TreeMoved` when one moved to another tree
    before the lock."""
    ids = (parent_id, child_id)
    before = [await tenants.get_tenant(db, one) for one in ids]
    for one in sorted(before, key=_get_root_id):
        await tenants.lock_tenant_tree(db, one.id)
    parent, child = [await tenants.get_tenant(db, one) for one in ids]
    if [_get_root_id(parent), _get_root_id(child)] != [_get_root_id(one) for one in before]:
        raise TreeMoved("One of these accounts was moved at the same time. Try again.")
    return parent, child


async def _move_tenant(
    db: Db, caller: VendorPrincipal, child: Tenant, parent: Tenant | None
) -> None:
    path = f"{parent.path if parent else ''}{child.id}/"
    parent_id = parent.id if parent else None
    await MOVE_TREE.run(db, child.id, child.path, parent_id, path, clock.now())
    await DELETE_INHERITED_BELOW.run(db, path)
    told = {child.id, parent_id or child.parent_id or child.id}
    for tenant_id in sorted(told):
        event = AccountMoved(tenant_id, child.id, child.name, parent_id)
        await announce_event(db, event, by=caller.actor)


def _get_root_id(tenant: Tenant) -> str:
    return tenant.path.partition("/")[0]
