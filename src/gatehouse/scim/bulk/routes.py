"""Several calls in one (RFC 7644 §3.7)."""

from fastapi import Request, Response

from gatehouse.kit.router import Router
from gatehouse.scim.bulk import service
from gatehouse.scim.bulk.operations import read_operations
from gatehouse.scim.caller import DirectoryOfSeveral
from gatehouse.scim.describe import BULK
from gatehouse.scim.discovery.documents import LARGEST_BULK
from gatehouse.scim.protocol.errors import TooMany
from gatehouse.scim.protocol.messages import ScimResponse, build_scim_response, read_body

router = Router(tags=["SCIM"], default_response_class=ScimResponse)


@router.post("/directory/resources/scim/v2.0/{connection_id}/Bulk", openapi_extra=BULK)
async def run_scim_bulk(request: Request, connection_id: str, call: DirectoryOfSeveral) -> Response:
    """Each operation by itself, at most 500; those that name the `bulkId` of others after them."""
    if len(await request.body()) > LARGEST_BULK:
        raise TooMany(f"A bulk request has at most {LARGEST_BULK:,} bytes")
    operations, most_errors = read_operations(await read_body(request))
    return build_scim_response(await service.run_bulk(call, operations, most_errors))
