"""`attributes` and `excludedAttributes`: what of a resource is answered (RFC 7644 §3.9)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from gatehouse.scim.errors import InvalidFilter, InvalidPath, InvalidValue
from gatehouse.scim.protocol.attributes import ResourceKind
from gatehouse.scim.protocol.filter import parse_attribute_name
from gatehouse.scim.protocol.target import AttributeTarget, resolve_target

ALWAYS = ("schemas", "id")
MOST = 100
LONGEST = 4000


@dataclass(frozen=True, slots=True)
class AttributeSelection:
    """With `only` nothing but these and what is always there; else all `without` those."""

    only: tuple[AttributeTarget, ...] | None = None
    without: tuple[AttributeTarget, ...] = ()
    extensions: tuple[str, ...] = ()

    def is_selected(self, name: str) -> bool:
        """Whether the attribute of the main schema is answered, so that it is read only then."""
        if self.only is not None:
            return any(one.extension is None and one.attribute.name == name for one in self.only)
        return not any(
            one.extension is None and one.attribute.name == name and one.part is None
            for one in self.without
        )

    def select_attributes(self, resource: dict[str, Any]) -> dict[str, Any]:
        return (
            self._keep_selected(resource)
            if self.only is not None
            else self._drop_excluded(resource)
        )

    def _keep_selected(self, resource: dict[str, Any]) -> dict[str, Any]:
        kept = {name: resource[name] for name in ALWAYS if name in resource}
        kept |= {urn: resource[urn] for urn in self.extensions if urn in resource}
        for target in self.only or ():
            source, goal = resource, kept
            if target.extension:
                source = resource.get(target.extension.urn, {})
                goal = kept.setdefault(target.extension.urn, {})
            name = target.attribute.name
            if name not in source:
                continue
            if target.part is None:
                goal[name] = source[name]
            else:
                goal[name] = _merge_selected(goal.get(name), source[name], target.part.name)
        return {name: value for name, value in kept.items() if value != {}}

    def _drop_excluded(self, resource: dict[str, Any]) -> dict[str, Any]:
        rest = dict(resource)
        for urn in self.extensions:
            rest.pop(urn, None)
        for target in self.without:
            name, place = target.attribute.name, rest
            if target.extension:
                place = rest.setdefault(target.extension.urn, {})
                place = rest[target.extension.urn] = dict(place)
            if name in ALWAYS or name not in place:
                continue
            if target.part is None:
                del place[name]
            else:
                place[name] = _drop_selected(place[name], target.part.name)
        return {name: value for name, value in rest.items() if value != {}}


def _merge_selected(known: Any, value: Any, part: str) -> Any:
    if isinstance(value, list):
        before = known or [{} for _ in value]
        return [
            {**old, **{name: one[name] for name in (part,) if name in one}}
            for old, one in zip(before, value, strict=True)
        ]
    return {**(known or {}), **({part: value[part]} if part in value else {})}


def _drop_selected(value: Any, part: str) -> Any:
    if isinstance(value, list):
        return [_drop_selected(one, part) for one in value]
    return {name: one for name, one in value.items() if name != part}


def parse_selection(kind: ResourceKind, attributes: str, excluded: str) -> AttributeSelection:
    """`InvalidValue` when both are there. A name that no schema has selects nothing."""
    if attributes and excluded:
        raise InvalidValue("Say attributes or excludedAttributes, not both")
    if len(attributes) + len(excluded) > LONGEST:
        raise InvalidValue("Too many attributes are named")
    if attributes:
        targets, extensions = _resolve_targets(kind, attributes.split(","))
        return AttributeSelection(targets, (), extensions)
    targets, extensions = _resolve_targets(kind, excluded.split(",") if excluded else [])
    return AttributeSelection(None, targets, extensions)


def _resolve_targets(
    kind: ResourceKind, names: Iterable[str]
) -> tuple[tuple[AttributeTarget, ...], tuple[str, ...]]:
    targets, extensions = [], []
    for name in names:
        if extension := kind.find_extension(name.strip()):
            extensions.append(extension.urn)
            continue
        try:
            targets.append(resolve_target(kind, parse_attribute_name(name.strip())))
        except (InvalidFilter, InvalidPath):
            continue
    return tuple(targets[:MOST]), tuple(extensions)


EVERYTHING = AttributeSelection()
