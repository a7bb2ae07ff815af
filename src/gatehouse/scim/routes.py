"""SCIM 2.0 as a tenant's directory calls it (RFC 7644; wire-api §14, area scim-server)."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from fastapi import Request, Response

from gatehouse.kit.errors import Forbidden
from gatehouse.kit.router import Router
from gatehouse.scim import bulk, discovery, errors
from gatehouse.scim.caller import (
    CurrentDirectory,
    DirectoryCall,
    DirectoryOfSeveral,
    DirectoryTransaction,
)
from gatehouse.scim.discovery import LARGEST_BULK
from gatehouse.scim.groups.service import GROUPS
from gatehouse.scim.paging import (
    ScimListRequest,
    parse_list_request,
    parse_search_request,
    parse_search_requests,
    read_query_selection,
)
from gatehouse.scim.protocol.messages import (
    ScimResponse,
    build_list_response,
    build_resource_response,
    build_scim_response,
    matches_if_none_match,
    read_json_body,
)
from gatehouse.scim.protocol.schemas import USER
from gatehouse.scim.resource import ScimResource, list_resources
from gatehouse.scim.users.service import USERS

CONNECTION = "/directory/resources/scim/v2.0/{connection_id}"

Described = TypeVar("Described")
_OBJECT: dict[str, Any] = {"schema": {"type": "object"}}


def _query_parameter(name: str, kind: str, text: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "description": text, "schema": {"type": kind}}


def _body_description(text: str) -> dict[str, Any]:
    content = {"application/scim+json": _OBJECT, "application/json": _OBJECT}
    return {"requestBody": {"description": text, "required": True, "content": content}}


_SELECTED = [
    _query_parameter("attributes", "string", "Names of what is answered, with commas between them"),
    _query_parameter("excludedAttributes", "string", "Names of what is left out"),
]
SELECTED = {"parameters": _SELECTED}
LISTED = {
    "parameters": [
        _query_parameter("filter", "string", "RFC 7644 §3.4.2.2; at most 2,048 characters"),
        _query_parameter("startIndex", "integer", "Counts from one"),
        _query_parameter("count", "integer", "200 at most"),
        _query_parameter("sortBy", "string", "An attribute"),
        _query_parameter("sortOrder", "string", "`ascending` or `descending`"),
        *_SELECTED,
    ]
}
SENT = _body_description("A resource (RFC 7643)")
PATCHED = _body_description("A change (RFC 7644 §3.5.2)")
SEARCHED = _body_description("A search (RFC 7644 §3.4.3)")
BULK = _body_description("Several calls in one (RFC 7644 §3.7)")

router = Router(tags=["SCIM"], default_response_class=ScimResponse)


def _add_resource_routes(resource: ScimResource[Any], texts: dict[str, str]) -> None:
    """The routes of one kind of resource. `texts`: what the API description says of each."""

    async def list_page(
        request: Request, connection_id: str, call: CurrentDirectory, db: DirectoryTransaction
    ) -> Response:
        wish = parse_list_request(resource.kind, request.query_params)
        return await answer_list(call, db, wish)

    async def search_page(
        request: Request, connection_id: str, call: CurrentDirectory, db: DirectoryTransaction
    ) -> Response:
        wish = parse_search_request(resource.kind, await read_json_body(request))
        return await answer_list(call, db, wish)

    async def answer_list(
        call: DirectoryCall, db: DirectoryTransaction, wish: ScimListRequest
    ) -> Response:
        page = await list_resources(db, call, resource, wish)
        shown = [wish.selection.select_attributes(one) for one in page.resources]
        return build_scim_response(build_list_response(shown, page.total, wish.start))

    async def create_one(
        request: Request, connection_id: str, call: CurrentDirectory, db: DirectoryTransaction
    ) -> Response:
        made = await resource.create(db, call, await read_json_body(request))
        return await answer_one(request, call, db, made, 201)

    async def get_one(
        request: Request, connection_id: str, scim_id: str, call: CurrentDirectory,
        db: DirectoryTransaction,
    ) -> Response:  # fmt: skip
        found = await resource.find(db, call, scim_id)
        if matches_if_none_match(request.headers.get("if-none-match"), found.version):
            return Response(status_code=304)
        return await answer_one(request, call, db, found)

    async def replace_one(
        request: Request, connection_id: str, scim_id: str, call: CurrentDirectory,
        db: DirectoryTransaction,
    ) -> Response:  # fmt: skip
        body, condition = await read_json_body(request), request.headers.get("if-match")
        changed = await resource.replace(db, call, scim_id, body, condition)
        return await answer_one(request, call, db, changed)

    async def change_one(
        request: Request, connection_id: str, scim_id: str, call: CurrentDirectory,
        db: DirectoryTransaction,
    ) -> Response:  # fmt: skip
        body, condition = await read_json_body(request), request.headers.get("if-match")
        changed = await resource.patch(db, call, scim_id, body, condition)
        if resource.patch_answers or request.query_params.get("attributes"):
            return await answer_one(request, call, db, changed)
        return Response(status_code=204)

    async def delete_one(
        request: Request, connection_id: str, scim_id: str, call: CurrentDirectory,
        db: DirectoryTransaction,
    ) -> Response:  # fmt: skip
        await resource.delete(db, call, scim_id, request.headers.get("if-match"))
        return Response(status_code=204)

    async def answer_one(
        request: Request, call: DirectoryCall, db: DirectoryTransaction, row: Any, status: int = 200
    ) -> Response:
        selection = read_query_selection(resource.kind, request)
        [full] = await resource.describe(db, call, [row], selection)
        return build_resource_response(selection.select_attributes(full), full, status)

    several = f"{CONNECTION}{resource.kind.endpoint}"
    one = f"{several}/{{scim_id}}"
    name = resource.kind.name.lower()
    for method, verb, endpoint, path, said, status in (
        ("GET", "list", list_page, several, LISTED, 200),
        ("POST", "search", search_page, f"{several}/.search", SEARCHED, 200),
        ("POST", "create", create_one, several, SENT, 201),
        ("GET", "get", get_one, one, SELECTED, 200),
        ("PUT", "replace", replace_one, one, SENT, 200),
        ("PATCH", "change", change_one, one, PATCHED, 200),
        ("DELETE", "delete", delete_one, one, None, 204),
    ):
        noun = f"{name}s" if verb in ("list", "search") else name
        router.add_api_route(
            path, endpoint, methods=[method], name=f"{verb}_scim_{noun}", openapi_extra=said,
            status_code=status, description=texts[verb],
        )  # fmt: skip


_add_resource_routes(
    USERS,
    {
        "list": "List the users that this connection manages.",
        "search": "Search users, with the query in the body.",
        "create": "Create a user. 409 `uniqueness` when a directory manages the user already.",
        "get": "304 where `If-None-Match` names what there is.",
        "replace": "412 where `If-Match` names another version.",
        "change": "All operations or none.",
        "delete": "They are out of the account at once.",
    },
)
_add_resource_routes(
    GROUPS,
    {
        "list": "List the groups that this connection manages.",
        "search": "Search groups, with the query in the body.",
        "create": "409 `uniqueness` for a name that another group of the account has.",
        "get": "304 where `If-None-Match` names what there is.",
        "replace": "Replace a group. Members that are not listed are removed. 412 where `If-Match` names"
        " another\nversion.",
        "change": "All operations or none. 204, as a group may be long; the group where `attributes` asks"
        " for some.",
        "delete": "Delete a group. Its members lose its roles at once.",
    },
)


@router.post(f"{CONNECTION}/.search", openapi_extra=SEARCHED)
async def search_scim_resources(
    request: Request, connection_id: str, call: CurrentDirectory, db: DirectoryTransaction
) -> Response:
    """Search users, then groups. A filter that is not valid for one of them finds none of that type."""
    wishes = parse_search_requests(await read_json_body(request))
    total, start, shown = 0, wishes[0][1].start, list[dict[str, Any]]()
    refusal, answered = None, False
    for kind, wish in wishes:
        # Where this kind begins within the page.
        rest = replace(wish, start=max(1, start - total), count=wish.count - len(shown))
        try:
            page = await list_resources(db, call, USERS if kind is USER else GROUPS, rest)
        except (errors.InvalidFilter, errors.InvalidPath) as error:
            refusal = error
            continue
        answered = True
        total += page.total
        shown += [wish.selection.select_attributes(one) for one in page.resources]
    if refusal and not answered:
        raise refusal
    return build_scim_response(build_list_response(shown, total, start))


@router.post(f"{CONNECTION}/Bulk", openapi_extra=BULK)
async def run_scim_bulk(request: Request, connection_id: str, call: DirectoryOfSeveral) -> Response:
    """Each operation by itself, at most 500; those that name the `bulkId` of others after them."""
    if len(await request.body()) > LARGEST_BULK:
        raise errors.TooMany(f"A bulk request has at most {LARGEST_BULK:,} bytes")
    operations, most_errors = bulk.parse_bulk_operations(await read_json_body(request))
    return build_scim_response(await bulk.run_bulk(call, operations, most_errors))


@router.get(f"{CONNECTION}/ServiceProviderConfig")
async def get_scim_service_provider_config(connection_id: str, call: CurrentDirectory) -> Response:
    """What of the protocol is there."""
    return build_scim_response(discovery.build_service_provider_config(call.base))


@router.get(f"{CONNECTION}/ResourceTypes")
async def list_scim_resource_types(
    request: Request, connection_id: str, call: CurrentDirectory
) -> Response:
    """Users and groups."""
    return _list_documents(request, call, discovery.TYPES.values(), discovery.build_resource_type)


@router.get(f"{CONNECTION}/ResourceTypes/{{name}}")
async def get_scim_resource_type(connection_id: str, name: str, call: CurrentDirectory) -> Response:
    """`User` or `Group`."""
    kind = discovery.TYPES.get(name.lower())
    if kind is None:
        raise errors.ResourceNotFound("The resource type was not found")
    return build_scim_response(discovery.build_resource_type(kind, call.base))


@router.get(f"{CONNECTION}/Schemas")
async def list_scim_schemas(
    request: Request, connection_id: str, call: CurrentDirectory
) -> Response:
    """Every attribute that is kept."""
    return _list_documents(
        request, call, discovery.SCHEMAS.values(), discovery.build_schema_document
    )


@router.get(f"{CONNECTION}/Schemas/{{urn}}")
async def get_scim_schema(connection_id: str, urn: str, call: CurrentDirectory) -> Response:
    """One of them."""
    found = discovery.SCHEMAS.get(urn.lower())
    if found is None:
        raise errors.ResourceNotFound("The schema was not found")
    return build_scim_response(discovery.build_schema_document(found, call.base))


async def get_scim_me(connection_id: str, call: CurrentDirectory) -> Response:
    """501: a connection has no user of its own."""
    raise errors.NotImplementedHere("A connection has no user of its own")


for _method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
    router.add_api_route(
        f"{CONNECTION}/Me", get_scim_me, methods=[_method], name=f"{_method.lower()}_scim_me"
    )


def _list_documents(
    request: Request,
    call: DirectoryCall,
    found: Iterable[Described],
    describe: Callable[[Described, str], dict[str, Any]],
) -> Response:
    """All of them. A filter is refused, because a client could mistake a part for the whole (RFC 7644 §4)."""
    if request.query_params.get("filter"):
        raise Forbidden("These are not filtered")
    shown = [describe(one, call.base) for one in found]
    return build_scim_response(build_list_response(shown, len(shown), 1))
