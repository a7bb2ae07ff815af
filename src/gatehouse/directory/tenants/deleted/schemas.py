"""Deleted accounts as the vendor's backends and staff read them."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import Field

from gatehouse.kit.lists import ListQuery
from gatehouse.kit.paging import Page
from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import ShownTenantId


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
