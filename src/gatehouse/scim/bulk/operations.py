"""The operations of a bulk request: read, and put in an order in which each knows the ids that it names."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from gatehouse.scim.discovery.documents import MOST_IN_BULK
from gatehouse.scim.protocol.errors import InvalidSyntax, InvalidValue, TooMany
from gatehouse.scim.protocol.messages import BULK_REQUEST, is_of

METHODS = ("POST", "PUT", "PATCH", "DELETE")
PATH = re.compile(r"/(Users|Groups)(?:/([^/?#]{1,200}))?")
REFERENCE = "bulkId:"
AT_ONCE = 100  # users created in one transaction


@dataclass(frozen=True, slots=True)
class BulkOperation:
    """`scim_id` is missing for what is made; it or values of `data` may be `bulkId:…`."""

    method: str
    resource: str
    scim_id: str | None
    bulk_id: str | None
    version: str | None
    data: Any

    def names(self) -> set[str]:
        """Of other operations, by their `bulkId`."""
        return _referenced_ids(self.scim_id) | _referenced_ids(self.data)


def read_operations(body: Any) -> tuple[list[BulkOperation], int]:
    """With how many errors are too many. Raises `InvalidSyntax`, `InvalidValue` or `TooMany`."""
    if not is_of(body, BULK_REQUEST):
        raise InvalidSyntax(f"The body is an object of the schema {BULK_REQUEST}")
    sent = body.get("Operations")
    if not isinstance(sent, list):
        raise InvalidSyntax("A bulk request has Operations")
    if len(sent) > MOST_IN_BULK:
        raise TooMany(f"A bulk request has at most {MOST_IN_BULK} operations")
    most = body.get("failOnErrors")
    if most is not None and (isinstance(most, bool) or not isinstance(most, int) or most < 1):
        raise InvalidValue("failOnErrors is a number above zero")
    operations = [_read_bulk_operation(one) for one in sent]
    known = [one.bulk_id for one in operations if one.bulk_id is not None]
    if len(known) > len(set(known)):
        raise InvalidValue("Each bulkId is there once")
    return operations, most or len(operations) + 1


def _read_bulk_operation(sent: Any) -> BulkOperation:
    if not isinstance(sent, Mapping):
        raise InvalidSyntax("An operation is a JSON object")
    method = str(sent.get("method", "")).upper()
    path = PATH.fullmatch(str(sent.get("path", "")))
    if method not in METHODS or path is None or (method == "POST") == bool(path[2]):
        raise InvalidSyntax("An operation has a method, and the path of a resource or its kind")
    bulk_id = sent.get("bulkId")
    if method == "POST" and not bulk_id:
        raise InvalidValue("What is made has a bulkId")
    version = sent.get("version")
    return BulkOperation(
        method, path[1], path[2], str(bulk_id)[:200] if bulk_id else None,
        str(version) if version else None, sent.get("data"),
    )  # fmt: skip


def leading_people(operations: Sequence[BulkOperation]) -> list[BulkOperation]:
    """The leading operations that create users and reference no other operation, at most `AT_ONCE`."""
    makes_people = (
        one.method == "POST" and one.resource == "Users" and not one.names()
        for one in operations[:AT_ONCE]
    )
    return [one for one, _ in zip(operations, takewhile(bool, makes_people), strict=False)]


def resolve_references(value: Any, ids: Mapping[str, str]) -> Any:
    """With ids in the place of what names them."""
    if isinstance(value, str) and value.startswith(REFERENCE):
        return ids.get(value.removeprefix(REFERENCE), value)
    if isinstance(value, Mapping):
        return {name: resolve_references(one, ids) for name, one in value.items()}
    return [resolve_references(one, ids) for one in value] if isinstance(value, list) else value


def _referenced_ids(value: Any) -> set[str]:
    if isinstance(value, str):
        return {value.removeprefix(REFERENCE)} if value.startswith(REFERENCE) else set()
    if isinstance(value, Mapping):
        value = list(value.values())
    return set().union(*map(_referenced_ids, value)) if isinstance(value, list) else set()
