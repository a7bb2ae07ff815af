"""Groups as the tenant's directory sends them (RFC 7644; wire-api §14, area scim-server)."""

from typing import Any

from fastapi import Request, Response

from gatehouse.kit.db import Db
from gatehouse.kit.router import Router
from gatehouse.scim.caller import CurrentDirectory, DirectoryCall, DirectoryTransaction
from gatehouse.scim.describe import LISTED, PATCHED, SEARCHED, SELECTED, SENT
from gatehouse.scim.groups import list as listed
from gatehouse.scim.groups import service
from gatehouse.scim.groups.changes import MemberChanges
from gatehouse.scim.groups.models import ScimGroup
from gatehouse.scim.paging import (
    ScimListRequest,
    ScimPage,
    selection_in_query,
    wish_in_body,
    wish_in_query,
)
from gatehouse.scim.protocol.documents import read_resource
from gatehouse.scim.protocol.messages import (
    ScimResponse,
    build_scim_response,
    is_known,
    list_of,
    read_body,
    resource_answer,
)
from gatehouse.scim.protocol.patch import read_patch
from gatehouse.scim.protocol.schemas import GROUP

GROUPS = "/directory/resources/scim/v2.0/{connection_id}/Groups"
ONE = f"{GROUPS}/{{scim_id}}"

router = Router(tags=["SCIM"], default_response_class=ScimResponse)


@router.get(GROUPS, openapi_extra=LISTED)
async def list_scim_groups(
    request: Request, connection_id: str, call: CurrentDirectory, db: DirectoryTransaction
) -> Response:
    """List the groups that this connection manages."""
    wish = wish_in_query(GROUP, request)
    return _list_response(await listed.list_scim_groups(db, call, wish), wish)


@router.post(f"{GROUPS}/.search", openapi_extra=SEARCHED)
async def search_scim_groups(
    request: Request, connection_id: str, call: CurrentDirectory, db: DirectoryTransaction
) -> Response:
    """Search groups, with the query in the body."""
    wish = wish_in_body(GROUP, await read_body(request))
    return _list_response(await listed.list_scim_groups(db, call, wish), wish)


@router.post(GROUPS, status_code=201, openapi_extra=SENT)
async def create_scim_group(
    request: Request, connection_id: str, call: CurrentDirectory, db: DirectoryTransaction
) -> Response:
    """409 `uniqueness` for a name that another group of the account has."""
    document = read_resource(GROUP, await read_body(request))
    return await _group_response(
        request, db, call, await service.create_scim_group(db, call, document), 201
    )


@router.get(ONE, openapi_extra=SELECTED)
async def get_scim_group(
    request: Request, connection_id: str, scim_id: str, call: CurrentDirectory,
    db: DirectoryTransaction,
) -> Response:  # fmt: skip
    """304 where `If-None-Match` names what there is."""
    group = await service.find_scim_group(db, call, scim_id)
    if is_known(request.headers.get("if-none-match"), group.version):
        return Response(status_code=304)
    return await _group_response(request, db, call, group)


@router.put(ONE, openapi_extra=SENT)
async def replace_scim_group(
    request: Request, connection_id: str, scim_id: str, call: CurrentDirectory,
    db: DirectoryTransaction,
) -> Response:  # fmt: skip
    """Replace a group. Members that are not listed are removed. 412 where `If-Match` names another
    version."""
    changes = MemberChanges.replacing(read_resource(GROUP, await read_body(request)))
    condition = request.headers.get("if-match")
    return await _group_response(
        request, db, call, await service.change_scim_group(db, call, scim_id, changes, condition)
    )


@router.patch(ONE, openapi_extra=PATCHED)
async def change_scim_group(
    request: Request, connection_id: str, scim_id: str, call: CurrentDirectory,
    db: DirectoryTransaction,
) -> Response:  # fmt: skip
    """All operations or none. 204, as a group may be long; the group where `attributes` asks for some."""
    changes = MemberChanges.of(read_patch(GROUP, await read_body(request)))
    condition = request.headers.get("if-match")
    group = await service.change_scim_group(db, call, scim_id, changes, condition)
    if request.query_params.get("attributes"):
        return await _group_response(request, db, call, group)
    return Response(status_code=204)


@router.delete(ONE, status_code=204)
async def delete_scim_group(
    request: Request, connection_id: str, scim_id: str, call: CurrentDirectory,
    db: DirectoryTransaction,
) -> Response:  # fmt: skip
    """Delete a group. Its members lose its roles at once."""
    await service.delete_scim_group(db, call, scim_id, request.headers.get("if-match"))
    return Response(status_code=204)


async def _group_response(
    request: Request, db: Db, call: DirectoryCall, group: ScimGroup, status: int = 200
) -> Response:
    selection = selection_in_query(GROUP, request)
    [full] = await listed.group_resources(db, call, [group], selection)
    return resource_answer(selection.of(full), full, status)


def _list_response(page: ScimPage, wish: ScimListRequest) -> Response:
    shown: list[dict[str, Any]] = [wish.selection.of(one) for one in page.resources]
    return build_scim_response(list_of(shown, page.total, wish.start))
