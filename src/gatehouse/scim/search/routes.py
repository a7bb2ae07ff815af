"""Search of users and groups with one call (RFC 7644 §3.4.3)."""

from dataclasses import replace
from typing import Any

from fastapi import Request, Response

from gatehouse.kit.router import Router
from gatehouse.scim.caller import CurrentDirectory, DirectoryTransaction
from gatehouse.scim.describe import SEARCHED
from gatehouse.scim.groups import list as groups
from gatehouse.scim.paging import wishes_in_body
from gatehouse.scim.protocol.errors import InvalidFilter, InvalidPath
from gatehouse.scim.protocol.messages import ScimResponse, build_scim_response, list_of, read_body
from gatehouse.scim.protocol.schemas import USER
from gatehouse.scim.users import list as users

router = Router(tags=["SCIM"], default_response_class=ScimResponse)


@router.post("/directory/resources/scim/v2.0/{connection_id}/.search", openapi_extra=SEARCHED)
async def search_scim_resources(
    request: Request, connection_id: str, call: CurrentDirectory, db: DirectoryTransaction
) -> Response:
    """Search users, then groups. A filter that is not valid for one of them finds none of that type."""
    wishes = wishes_in_body(await read_body(request))
    total, start, shown = 0, wishes[0][1].start, list[dict[str, Any]]()
    refusal, answered = None, False
    for kind, wish in wishes:
        # Where this kind begins within the page.
        rest = replace(wish, start=max(1, start - total), count=wish.count - len(shown))
        try:
            list_page = users.list_scim_users if kind is USER else groups.list_scim_groups
            page = await list_page(db, call, rest)
        except (InvalidFilter, InvalidPath) as error:
            refusal = error
            continue
        answered = True
        total += page.total
        shown += [wish.selection.of(one) for one in page.resources]
    if refusal and not answered:
        raise refusal
    return build_scim_response(list_of(shown, total, start))
