"""Where in a resource a name leads."""

from dataclasses import dataclass

from gatehouse.scim.errors import InvalidPath, UnknownAttribute
from gatehouse.scim.protocol.attributes import (
    COMMON,
    ResourceKind,
    ScimAttribute,
    ScimSchema,
    find_attribute,
)
from gatehouse.scim.protocol.filter import AttributeName

VALUE = "value"


@dataclass(frozen=True, slots=True)
class AttributeTarget:
    """`extension` is the schema whose part of the resource holds the attribute, where it is not the main
    one. `part` is what counts of a complex attribute, if one was named."""

    extension: ScimSchema | None
    attribute: ScimAttribute
    part: ScimAttribute | None

    @property
    def leaf(self) -> ScimAttribute:
        """What is compared: of several values without a part it is `value`."""
        if self.part is not None:
            return self.part
        return self.attribute.find_part(VALUE) or self.attribute

    @property
    def is_read_only(self) -> bool:
        return "readOnly" in (
            self.attribute.mutability,
            self.part.mutability if self.part else "readWrite",
        )


def resolve_target(kind: ResourceKind, name: AttributeName) -> AttributeTarget:
    """`InvalidPath` for what no schema of this resource has."""
    extension = kind.find_extension(name.urn) if name.urn else None
    if name.urn and extension is None and name.urn.lower() != kind.schema.urn.lower():
        raise UnknownAttribute(f"There is no schema {name.urn[:120]} here")
    attributes = extension.attributes if extension else (*COMMON, *kind.schema.attributes)
    attribute = find_attribute(attributes, name.attribute)
    if attribute is None:
        raise UnknownAttribute(f"There is no attribute {name.attribute[:80]}")
    part = attribute.find_part(name.part) if name.part else None
    if name.part and part is None:
        raise InvalidPath(f"{attribute.name} has no {name.part[:80]}")
    return AttributeTarget(extension, attribute, part)


def get_part(attribute: ScimAttribute, name: AttributeName) -> ScimAttribute:
    """Of a name inside `emails[…]`; a value that is no object has only `value`."""
    found = attribute.find_part(name.attribute)
    if found is None or name.urn or name.part:
        raise InvalidPath(f"{attribute.name} has no {name.attribute[:80]}")
    return found
