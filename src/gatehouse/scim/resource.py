"""Users and groups as one kind of value: what the routes, the lists and bulk requests need of a resource."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar
from uuid import UUID

from gatehouse.kit.db import Db, Query
from gatehouse.scim.caller import DirectoryCall
from gatehouse.scim.paging import ScimListRequest, ScimPage
from gatehouse.scim.protocol.attributes import ResourceKind
from gatehouse.scim.protocol.select import AttributeSelection
from gatehouse.scim.protocol.sql import Place, SqlCondition


class ScimRow(Protocol):
    @property
    def id(self) -> UUID: ...
    @property
    def version(self) -> int: ...


Row = TypeVar("Row", bound=ScimRow)
# Takes the SCIM id, what the directory sent, and the header `If-Match`.
Change = Callable[[Db, DirectoryCall, str, Any, str | None], Awaitable[Row]]


@dataclass(frozen=True, slots=True)
class ScimResource(Generic[Row]):
    """`columns` and `source`, in which `s` is the table that names tenant and connection, are of the list's
    statement; `places` says where it finds each attribute, and `document` the others. `patch_answers`: a
    PATCH returns the resource, even if no attributes are requested."""

    kind: ResourceKind
    row: type[Row]
    columns: str
    source: str
    places: Mapping[str, Place]
    document: str
    patch_answers: bool
    find: Callable[[Db, DirectoryCall, str], Awaitable[Row]]
    create: Callable[[Db, DirectoryCall, Any], Awaitable[Row]]
    replace: Change[Row]
    patch: Change[Row]
    delete: Callable[[Db, DirectoryCall, str, str | None], Awaitable[None]]
    describe: Callable[
        [Db, DirectoryCall, Sequence[Row], AttributeSelection], Awaitable[list[dict[str, Any]]]
    ]


async def list_resources(
    db: Db, call: DirectoryCall, resource: ScimResource[Any], wish: ScimListRequest
) -> ScimPage:
    """A page of the resources that the connection manages. Raises `InvalidFilter`, `InvalidPath` or
    `InvalidValue`."""
    total, rows = await _select_resource_page(db, call, resource, wish)
    return ScimPage(total, await resource.describe(db, call, rows, wish.selection))


async def _select_resource_page(
    db: Db, call: DirectoryCall, resource: ScimResource[Row], wish: ScimListRequest
) -> tuple[int, list[Row]]:
    """How many there are, and those of the page. The texts are ours; the caller's values are parameters."""
    condition = SqlCondition(resource.kind, resource.places, resource.document, first=3)
    where = "s.tenant_id = $1 and s.connection_id = $2"
    if wish.filter is not None:
        where = f"{where} and {condition.write_condition(wish.filter)}"
    order = "s.id"
    if wish.sort is not None:
        key, way = condition.write_sort_key(wish.sort), "desc" if wish.down else "asc"
        order = f"{key} {way} nulls last, s.id {way}"
    elif wish.down:
        order = "s.id desc"
    elif condition.selects_few_rows(wish.filter):
        # Else the index of the order might be walked through for the one row that is sought.
        order = "(s.id)::text"
    given = (call.connection.tenant_id, call.connection.id, *condition.arguments)
    # The columns are computed for the rows of the page only, not for those that the offset skips. Each row is
    # read by its id: a generic plan expects more rows in a page than there are, and would read all.
    text = f"""
        select one.* from unnest(array(
          select s.id from {resource.source} where {where} order by {order}
          limit ${len(given) + 1}::bigint offset ${len(given) + 2}::bigint
        )) with ordinality as page (id, place) cross join lateral (
          select {resource.columns} from {resource.source}
          where s.tenant_id = $1 and s.connection_id = $2 and s.id = page.id limit 1
        ) as one order by page.place
    """
    rows = Query(resource.row, text, remembered=False)
    first = wish.start == 1 and wish.count > 0
    found = await rows.all(db, *given, wish.count, 0) if first else []
    if first and len(found) < wish.count:
        return len(found), found  # all of them: nothing is left to count
    counted = f"select count(*) from {resource.source} where {where}"
    total = await Query(int, counted, remembered=False).one(db, *given)
    if not first and wish.count > 0 and wish.start <= total:
        found = await rows.all(db, *given, wish.count, wish.start - 1)
    return total, found
