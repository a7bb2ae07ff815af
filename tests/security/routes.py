"""Every operation of the OpenAPI document, with a body that its schema takes."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import httpx
import orjson

from gatehouse.pages.api_description import DOCUMENT

Schema = dict[str, Any]
# How the document says that something is an id.
IDS = ("uuid", "tenant-id")
METHODS = {"get", "post", "put", "patch", "delete"}


@dataclass(frozen=True)
class Operation:
    method: str
    path: str
    document: Schema
    components: dict[str, Schema]

    def __str__(self) -> str:
        return f"{self.method.upper()} {self.path}"

    @property
    def writes(self) -> bool:
        return self.method != "get"

    @property
    def for_vendor(self) -> bool:
        """Called with tokens of the vendor's backends or of directories, never with a person's."""
        return not {"Vendor", "SCIM"}.isdisjoint(self.document.get("tags", []))

    @property
    def in_path(self) -> list[str]:
        return [one["name"] for one in self._parameters if one["in"] == "path"]

    @property
    def _parameters(self) -> list[Schema]:
        listed: list[Schema] = self.document.get("parameters", [])
        return listed

    @property
    def names_ids(self) -> bool:
        """Whether the path, the query or the body takes ids."""
        queried = [one for one in self._parameters if one["in"] == "query"]
        return bool(
            self.in_path
            or any(_takes_id(one) for one in queried)
            or self.body("00000000-0000-4000-8000-000000000000") != self.body("x")
        )

    def body(self, identifier: str) -> Any:
        """What the schema needs, and this id wherever it takes one; None without a JSON body."""
        content = self.document.get("requestBody", {}).get("content", {})
        schema = content.get("application/json", {}).get("schema")
        return None if schema is None else self._example(schema, identifier)

    def request(self, browser: httpx.AsyncClient, identifier: str) -> httpx.Request:
        path = self.path
        for name in self.in_path:
            path = path.replace(f"{{{name}}}", identifier)
        query = {
            one["name"]: identifier
            for one in self._parameters
            if one["in"] == "query" and _takes_id(one["schema"])
        } | {
            one["name"]: self._example(one["schema"], identifier)
            for one in self._parameters
            if one["in"] == "query" and one.get("required") and not _takes_id(one["schema"])
        }
        files = None
        if "multipart/form-data" in self.document.get("requestBody", {}).get("content", {}):
            files = {"image": b"no picture"}
        return browser.build_request(
            self.method.upper(), path, params=query, json=self.body(identifier), files=files
        )

    async def call(self, browser: httpx.AsyncClient, identifier: str) -> httpx.Response:
        return await browser.send(self.request(browser, identifier))

    def _example(self, schema: Schema, identifier: str) -> Any:
        if "$ref" in schema:
            return self._example(self.components[schema["$ref"].rpartition("/")[2]], identifier)
        if options := schema.get("anyOf"):
            ordered = sorted(options, key=lambda one: not _takes_id(one))
            return self._example(ordered[0], identifier)
        if "examples" in schema:
            return schema["examples"][0]
        if "enum" in schema or "const" in schema:
            return schema.get("const", schema.get("enum", [None])[0])
        match schema.get("type"):
            case "object":
                return self._object(schema, identifier)
            case "array":
                return [self._example(schema["items"], identifier)]
            case "integer" | "number":
                return schema.get("minimum", 1)
            case "boolean":
                return True
            case "string" if schema.get("format") in IDS:
                return identifier
        return "someone@example.test"

    def _object(self, schema: Schema, identifier: str) -> Schema:
        needed = set(schema.get("required", []))
        return {
            name: self._example(part, identifier)
            for name, part in schema.get("properties", {}).items()
            if name in needed or _takes_id(part)
        }


def _takes_id(schema: Schema) -> bool:
    return any(one in str(schema) for one in IDS)


@cache
def operations() -> list[Operation]:
    """As they were written, which takes no time; that the routes say the same is a test of its own."""
    return list(operations_of(orjson.loads(DOCUMENT.read_bytes())))


def operations_of(document: Schema) -> Iterator[Operation]:
    components = document["components"]["schemas"]
    for path, methods in document["paths"].items():
        for method, described in methods.items():
            if method in METHODS:
                yield Operation(method, path, described, components)
