"""Users as the tenant's directory sends them (RFC 7644; wire-api §14, area scim-server)."""

from typing import Any

from fastapi import Request, Response

from gatehouse.kit.db import Db
from gatehouse.kit.router import Router
from gatehouse.scim.caller import CurrentDirectory, DirectoryCall, DirectoryTransaction
from gatehouse.scim.describe import LISTED, PATCHED, SEARCHED, SELECTED, SENT
from gatehouse.scim.paging import (
    ScimListRequest,
    ScimPage,
    selection_in_query,
    wish_in_body,
    wish_in_query,
)
from gatehouse.scim.protocol.documents import Document, read_resource
from gatehouse.scim.protocol.messages import (
    ScimResponse,
    build_scim_response,
    check_match,
    is_known,
    list_of,
    read_body,
    resource_answer,
)
from gatehouse.scim.protocol.patch import apply_patch, read_patch
from gatehouse.scim.protocol.schemas import USER
from gatehouse.scim.users import list as listed
from gatehouse.scim.users import service
from gatehouse.scim.users.batching import UserBatching
from gatehouse.scim.users.models import ScimUser
from gatehouse.scim.users.new_users import SentUser
from gatehouse.scim.users.resource import user_document, user_resource

USERS = "/directory/resources/scim/v2.0/{connection_id}/Users"
ONE = f"{USERS}/{{scim_id}}"

router = Router(tags=["SCIM"], default_response_class=ScimResponse)


@router.get(USERS, openapi_extra=LISTED)
async def list_scim_users(
    request: Request, connection_id: str, call: CurrentDirectory, db: DirectoryTransaction
) -> Response:
    """List the users that this connection manages."""
    wish = wish_in_query(USER, request)
    return _list_response(await listed.list_scim_users(db, call, wish), wish)


@router.post(f"{USERS}/.search", openapi_extra=SEARCHED)
async def search_scim_users(
    request: Request, connection_id: str, call: CurrentDirectory, db: DirectoryTransaction
) -> Response:
    """Search users, with the query in the body."""
    wish = wish_in_body(USER, await read_body(request))
    return _list_response(await listed.list_scim_users(db, call, wish), wish)


@router.post(USERS, status_code=201, openapi_extra=SENT)
async def create_scim_user(
    request: Request, connection_id: str, call: CurrentDirectory, db: DirectoryTransaction
) -> Response:
    """Create a user. 409 `uniqueness` when a directory manages the user already."""
    document = read_resource(USER, await read_body(request))
    together: UserBatching = request.app.state.resources[UserBatching]
    user, is_new = await together.bring_in(call, SentUser.read(document)), True
    if user is None:
        user, is_new = await service.create_scim_user(db, call, document)
    return await _user_response(request, db, call, user, 201, in_groups=not is_new)


@router.get(ONE, openapi_extra=SELECTED)
async def get_scim_user(
    request: Request, connection_id: str, scim_id: str, call: CurrentDirectory,
    db: DirectoryTransaction,
) -> Response:  # fmt: skip
    """304 where `If-None-Match` names what there is."""
    user = await service.find_scim_user(db, call, scim_id)
    if is_known(request.headers.get("if-none-match"), user.version):
        return Response(status_code=304)
    return await _user_response(request, db, call, user)


@router.put(ONE, openapi_extra=SENT)
async def replace_scim_user(
    request: Request, connection_id: str, scim_id: str, call: CurrentDirectory,
    db: DirectoryTransaction,
) -> Response:  # fmt: skip
    """412 where `If-Match` names another version."""
    document = read_resource(USER, await read_body(request))

    def write(known: ScimUser) -> Document:
        check_match(request.headers.get("if-match"), known.version)
        return document

    return await _user_response(
        request, db, call, await service.change_scim_user(db, call, scim_id, write)
    )


@router.patch(ONE, openapi_extra=PATCHED)
async def change_scim_user(
    request: Request, connection_id: str, scim_id: str, call: CurrentDirectory,
    db: DirectoryTransaction,
) -> Response:  # fmt: skip
    """All operations or none."""
    operations = read_patch(USER, await read_body(request), skips_unknown=True)

    def write(known: ScimUser) -> Document:
        check_match(request.headers.get("if-match"), known.version)
        return apply_patch(USER, user_document(known), operations)

    return await _user_response(
        request, db, call, await service.change_scim_user(db, call, scim_id, write)
    )


@router.delete(ONE, status_code=204)
async def delete_scim_user(
    request: Request, connection_id: str, scim_id: str, call: CurrentDirectory,
    db: DirectoryTransaction,
) -> Response:  # fmt: skip
    """They are out of the account at once."""
    known = await service.in_turn(db, call, scim_id)
    check_match(request.headers.get("if-match"), known.version)
    await service.delete_scim_user(db, call, known)
    return Response(status_code=204)


async def _user_response(
    request: Request, db: Db, call: DirectoryCall, user: ScimUser, status: int = 200, *,
    in_groups: bool = True,
) -> Response:  # fmt: skip
    selection = selection_in_query(USER, request)
    if in_groups:
        [full] = await listed.user_resources(db, call, [user], selection)
    else:
        full = user_resource(user, call.base)
    return resource_answer(selection.of(full), full, status)


def _list_response(page: ScimPage, wish: ScimListRequest) -> Response:
    shown: list[dict[str, Any]] = [wish.selection.of(one) for one in page.resources]
    return build_scim_response(list_of(shown, page.total, wish.start))
