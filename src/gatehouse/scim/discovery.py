"""The documents of RFC 7643 §5 to §7."""

from typing import Any

from gatehouse.scim.paging import MOST
from gatehouse.scim.protocol.attributes import ResourceKind, ScimSchema
from gatehouse.scim.protocol.schemas import KINDS

CONFIG = "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"
RESOURCE_TYPE = "urn:ietf:params:scim:schemas:core:2.0:ResourceType"
SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Schema"
MOST_IN_BULK = 500
LARGEST_BULK = 1_000_000  # bytes


def build_service_provider_config(base: str) -> dict[str, Any]:
    return {
        "schemas": [CONFIG],
        "patch": {"supported": True},
        "bulk": {
            "supported": True,
            "maxOperations": MOST_IN_BULK,
            "maxPayloadSize": LARGEST_BULK,
        },
        "filter": {"supported": True, "maxResults": MOST},
        "changePassword": {"supported": False},
        "sort": {"supported": True},
        "etag": {"supported": True},
        "authenticationSchemes": [
            {
                "type": "oauthbearertoken",
                "name": "Bearer token",
                "description": "The token of the connection, in the Authorization header",
                "specUri": "https://www.rfc-editor.org/info/rfc6750",
                "primary": True,
            }
        ],
        "meta": _build_meta_attribute(base, "ServiceProviderConfig", "/ServiceProviderConfig"),
    }


def build_resource_type(kind: ResourceKind, base: str) -> dict[str, Any]:
    described: dict[str, Any] = {
        "schemas": [RESOURCE_TYPE],
        "id": kind.name,
        "name": kind.name,
        "description": kind.schema.description,
        "endpoint": kind.endpoint,
        "schema": kind.schema.urn,
        "meta": _build_meta_attribute(base, "ResourceType", f"/ResourceTypes/{kind.name}"),
    }
    if kind.extensions:
        described["schemaExtensions"] = [
            {"schema": one.urn, "required": False} for one in kind.extensions
        ]
    return described


def build_schema_document(one: ScimSchema, base: str) -> dict[str, Any]:
    return {
        "schemas": [SCHEMA],
        "id": one.urn,
        "name": one.name,
        "description": one.description,
        "attributes": [attribute.schema_json for attribute in one.attributes],
        "meta": _build_meta_attribute(base, "Schema", f"/Schemas/{one.urn}"),
    }


SCHEMAS = {one.urn.lower(): one for kind in KINDS for one in (kind.schema, *kind.extensions)}
TYPES = {kind.name.lower(): kind for kind in KINDS}


def _build_meta_attribute(base: str, kind: str, path: str) -> dict[str, str]:
    return {"resourceType": kind, "location": f"{base}{path}"}
