"""What the server can do, for directories that ask (RFC 7644 §4), and what it cannot."""

from fastapi import Request, Response

from gatehouse.kit.errors import Forbidden
from gatehouse.kit.router import Router
from gatehouse.scim.caller import CurrentDirectory
from gatehouse.scim.discovery import documents
from gatehouse.scim.protocol.errors import NotImplementedHere, ResourceNotFound
from gatehouse.scim.protocol.messages import ScimResponse, build_scim_response, list_of

BASE = "/directory/resources/scim/v2.0/{connection_id}"

router = Router(tags=["SCIM"], default_response_class=ScimResponse)


@router.get(f"{BASE}/ServiceProviderConfig")
async def get_scim_service_provider_config(connection_id: str, call: CurrentDirectory) -> Response:
    """What of the protocol is there."""
    return build_scim_response(documents.service_provider_config(call.base))


@router.get(f"{BASE}/ResourceTypes")
async def list_scim_resource_types(
    request: Request, connection_id: str, call: CurrentDirectory
) -> Response:
    """Users and groups."""
    _refuse_filter(request)
    shown = [documents.resource_type(one, call.base) for one in documents.TYPES.values()]
    return build_scim_response(list_of(shown, len(shown), 1))


@router.get(f"{BASE}/ResourceTypes/{{name}}")
async def get_scim_resource_type(connection_id: str, name: str, call: CurrentDirectory) -> Response:
    """`User` or `Group`."""
    kind = documents.TYPES.get(name.lower())
    if kind is None:
        raise ResourceNotFound("There is no such resource type")
    return build_scim_response(documents.resource_type(kind, call.base))


@router.get(f"{BASE}/Schemas")
async def list_scim_schemas(
    request: Request, connection_id: str, call: CurrentDirectory
) -> Response:
    """Every attribute that is kept."""
    _refuse_filter(request)
    shown = [documents.schema_document(one, call.base) for one in documents.SCHEMAS.values()]
    return build_scim_response(list_of(shown, len(shown), 1))


@router.get(f"{BASE}/Schemas/{{urn}}")
async def get_scim_schema(connection_id: str, urn: str, call: CurrentDirectory) -> Response:
    """One of them."""
    found = documents.SCHEMAS.get(urn.lower())
    if found is None:
        raise ResourceNotFound("There is no such schema")
    return build_scim_response(documents.schema_document(found, call.base))


async def get_scim_me(connection_id: str, call: CurrentDirectory) -> Response:
    """501: a connection has no user of its own."""
    raise NotImplementedHere("A connection has no user of its own")


for _method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
    router.add_api_route(
        f"{BASE}/Me", get_scim_me, methods=[_method], name=f"{_method.lower()}_scim_me"
    )


def _refuse_filter(request: Request) -> None:
    """RFC 7644 §4: what a client could mistake for the whole is refused."""
    if request.query_params.get("filter"):
        raise Forbidden("These are not filtered")
