"""What a schema consists of (RFC 7643 §7)."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, LiteralString

Kind = Literal["string", "boolean", "complex", "dateTime", "reference"]
Mutability = Literal["readWrite", "readOnly"]


@dataclass(frozen=True, slots=True)
class ScimAttribute:
    """`parts` are the sub-attributes of a complex one. `exact`: case counts when values are compared.
    `dropped_if_long`: a text that is too long is left out instead of refused, with the value that it is part
    of."""

    name: LiteralString
    description: str = ""
    kind: Kind = "string"
    many: bool = False
    required: bool = False
    exact: bool = False
    dropped_if_long: bool = False
    mutability: Mutability = "readWrite"
    returned: Literal["default", "always"] = "default"
    uniqueness: Literal["none", "server"] = "none"
    canonical: tuple[str, ...] = ()
    refers_to: tuple[str, ...] = ()
    parts: tuple["ScimAttribute", ...] = ()

    def find_part(self, name: str) -> "ScimAttribute | None":
        return find_attribute(self.parts, name)

    @property
    def schema_json(self) -> dict[str, Any]:
        shown: dict[str, Any] = {
            "name": self.name,
            "type": self.kind,
            "multiValued": self.many,
            "description": self.description or self.name,
            "required": self.required,
            "mutability": self.mutability,
            "returned": self.returned,
        }
        if self.kind in ("string", "reference"):
            shown |= {"caseExact": self.exact, "uniqueness": self.uniqueness}
        if self.canonical:
            shown["canonicalValues"] = list(self.canonical)
        if self.kind == "reference":
            shown["referenceTypes"] = list(self.refers_to)
        if self.kind == "complex":
            shown["subAttributes"] = [part.schema_json for part in self.parts]
        return shown


def find_attribute(attributes: Iterable[ScimAttribute], name: str) -> ScimAttribute | None:
    """Names ignore case (RFC 7643 §2.1)."""
    folded = name.lower()
    return next((one for one in attributes if one.name.lower() == folded), None)


@dataclass(frozen=True, slots=True)
class ScimSchema:
    urn: LiteralString
    name: str
    description: str
    attributes: tuple[ScimAttribute, ...]


@dataclass(frozen=True, slots=True)
class ResourceKind:
    """A type of resource: its own schema, and what extends it."""

    name: str
    endpoint: str
    schema: ScimSchema
    extensions: tuple[ScimSchema, ...] = field(default=())

    def find_extension(self, urn: str) -> ScimSchema | None:
        folded = urn.lower()
        return next((one for one in self.extensions if one.urn.lower() == folded), None)


META = ScimAttribute(
    "meta",
    kind="complex",
    mutability="readOnly",
    parts=(
        ScimAttribute("resourceType", mutability="readOnly"),
        ScimAttribute("created", kind="dateTime", mutability="readOnly"),
        ScimAttribute("lastModified", kind="dateTime", mutability="readOnly"),
        ScimAttribute("location", kind="reference", refers_to=("uri",), mutability="readOnly"),
        ScimAttribute("version", mutability="readOnly"),
    ),
)
# Every resource has these, and no schema lists them (RFC 7643 §3.1).
COMMON = (
    ScimAttribute("schemas", many=True, exact=True, returned="always"),
    ScimAttribute("id", exact=True, mutability="readOnly", returned="always"),
    ScimAttribute("externalId", exact=True),
    META,
)
