"""Bodies of answers, and what is read of requests."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import orjson
from fastapi import Request, Response

from gatehouse.kit.error_formats import SCIM
from gatehouse.scim.errors import InvalidSyntax, VersionChanged
from gatehouse.scim.protocol.attributes import ResourceKind

LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse"
PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp"
SEARCH = "urn:ietf:params:scim:api:messages:2.0:SearchRequest"
BULK_REQUEST = "urn:ietf:params:scim:api:messages:2.0:BulkRequest"
BULK_RESPONSE = "urn:ietf:params:scim:api:messages:2.0:BulkResponse"


class ScimResponse(Response):
    media_type = SCIM.media_type


def build_scim_response(
    body: Any, status: int = 200, headers: dict[str, str] | None = None
) -> ScimResponse:
    return ScimResponse(orjson.dumps(body), status, headers)


def build_resource_response(
    resource: dict[str, Any], full: dict[str, Any], status: int = 200
) -> Response:
    """`resource` is what was asked of `full`."""
    meta = full["meta"]
    headers = {"etag": meta["version"], "location": meta["location"]}
    return build_scim_response(resource, status, headers)


def build_resource_meta(
    kind: ResourceKind,
    base: str,
    identifier: Any,
    version: int,
    created: datetime,
    changed: datetime,
) -> dict[str, Any]:
    return {
        "resourceType": kind.name,
        "created": created.isoformat(),
        "lastModified": changed.isoformat(),
        "location": f"{base}{kind.endpoint}/{identifier}",
        "version": format_weak_etag(version),
    }


def format_weak_etag(version: int) -> str:
    return f'W/"{version}"'


def check_if_match(condition: str | None, version: int) -> None:
    """`VersionChanged` when `If-Match` names other versions."""
    if condition is not None and not _matches_version(condition, version):
        raise VersionChanged("This was changed in the meantime")


def matches_if_none_match(condition: str | None, version: int) -> bool:
    """Whether `If-None-Match` names this version."""
    return condition is not None and _matches_version(condition, version)


def _matches_version(condition: str, version: int) -> bool:
    """Compared weakly (RFC 9110 §8.8.3.2): our versions are weak."""
    tags = [tag.strip().removeprefix("W/") for tag in condition.split(",")]
    return "*" in tags or f'"{version}"' in tags


def build_list_response(
    resources: Sequence[dict[str, Any]], total: int, start: int
) -> dict[str, Any]:
    return {
        "schemas": [LIST],
        "totalResults": total,
        "startIndex": start,
        "itemsPerPage": len(resources),
        "Resources": list(resources),
    }


def has_schema(body: Any, urn: str) -> bool:
    """Whether the body says that it is of this schema."""
    schemas = body.get("schemas") if isinstance(body, Mapping) else None
    return isinstance(schemas, list) and urn in schemas


async def read_json_body(request: Request) -> Any:
    """The body as JSON, without regard to its media type. Raises `InvalidSyntax` when it is not JSON."""
    try:
        return orjson.loads(await request.body())
    except orjson.JSONDecodeError as error:
        raise InvalidSyntax("The body is not valid JSON") from error
