"""Bulk requests (RFC 7644 §3.7). Their operations are put in an order in which each knows the ids that it
names. Each has its own transaction, as if it had been called alone; consecutive new users are created in one.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import asyncpg
import orjson

from gatehouse.kit.db import Db
from gatehouse.kit.error_formats import SCIM, Refusal
from gatehouse.kit.errors import DomainError, build_refusal
from gatehouse.scim.caller import DirectoryCall
from gatehouse.scim.discovery import MOST_IN_BULK
from gatehouse.scim.errors import InvalidSyntax, InvalidValue, TooMany
from gatehouse.scim.groups.service import GROUPS
from gatehouse.scim.protocol.documents import read_resource
from gatehouse.scim.protocol.messages import (
    BULK_REQUEST,
    BULK_RESPONSE,
    format_weak_etag,
    has_schema,
)
from gatehouse.scim.protocol.schemas import USER
from gatehouse.scim.resource import ScimResource
from gatehouse.scim.users import new_users
from gatehouse.scim.users.queries import ScimUser
from gatehouse.scim.users.service import USERS

RESOURCES: dict[str, ScimResource[Any]] = {"Users": USERS, "Groups": GROUPS}
METHODS = ("POST", "PUT", "PATCH", "DELETE")
PATH = re.compile(r"/(Users|Groups)(?:/([^/?#]{1,200}))?")
REFERENCE = "bulkId:"


@dataclass(frozen=True, slots=True)
class BulkOperation:
    """`scim_id` is missing for what is made; it or values of `data` may be `bulkId:…`."""

    method: str
    resource: str
    scim_id: str | None
    bulk_id: str | None
    version: str | None
    data: Any

    def find_referenced_ids(self) -> set[str]:
        """Of other operations, by their `bulkId`."""
        return _find_bulk_ids(self.scim_id) | _find_bulk_ids(self.data)


def parse_bulk_operations(body: Any) -> tuple[list[BulkOperation], int]:
    """With how many errors are too many. Raises `InvalidSyntax`, `InvalidValue` or `TooMany`."""
    if not has_schema(body, BULK_REQUEST):
        raise InvalidSyntax(f"The body is an object of the schema {BULK_REQUEST}")
    sent = body.get("Operations")
    if not isinstance(sent, list):
        raise InvalidSyntax("A bulk request has Operations")
    if len(sent) > MOST_IN_BULK:
        raise TooMany(f"A bulk request has at most {MOST_IN_BULK} operations")
    most = body.get("failOnErrors")
    if most is not None and (isinstance(most, bool) or not isinstance(most, int) or most < 1):
        raise InvalidValue("failOnErrors is a number above zero")
    operations = [_parse_bulk_operation(one) for one in sent]
    known = [one.bulk_id for one in operations if one.bulk_id is not None]
    if len(known) > len(set(known)):
        raise InvalidValue("Each bulkId is there once")
    return operations, most or len(operations) + 1


def _parse_bulk_operation(sent: Any) -> BulkOperation:
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


def take_leading_new_users(operations: Sequence[BulkOperation]) -> list[BulkOperation]:
    """The leading operations that create users and reference no other operation, as many as one transaction
    creates."""
    makes_people = (
        one.method == "POST" and one.resource == "Users" and not one.find_referenced_ids()
        for one in operations[: new_users.AT_ONCE]
    )
    return [one for one, _ in zip(operations, takewhile(bool, makes_people), strict=False)]


def replace_bulk_ids(value: Any, ids: Mapping[str, str]) -> Any:
    """With ids in the place of what names them."""
    if isinstance(value, str) and value.startswith(REFERENCE):
        return ids.get(value.removeprefix(REFERENCE), value)
    if isinstance(value, Mapping):
        return {name: replace_bulk_ids(one, ids) for name, one in value.items()}
    return [replace_bulk_ids(one, ids) for one in value] if isinstance(value, list) else value


def _find_bulk_ids(value: Any) -> set[str]:
    if isinstance(value, str):
        return {value.removeprefix(REFERENCE)} if value.startswith(REFERENCE) else set()
    if isinstance(value, Mapping):
        value = list(value.values())
    return set().union(*map(_find_bulk_ids, value)) if isinstance(value, list) else set()


async def create_bulk_users(call: DirectoryCall, documents: Sequence[Any]) -> list[ScimUser | None]:
    """Create the users together. None for a user that must be handled alone, and is created or refused there,
    so that an invalid or conflicting user does not affect the others."""
    sent = {
        place: one for place, one in enumerate(map(_parse_new_user, documents)) if one is not None
    }
    brought: list[ScimUser | None] = [None] * len(documents)
    made = await new_users.create_users_together(call, list(sent.values()))
    for place, user in zip(sent, made, strict=True):
        brought[place] = user
    return brought


def _parse_new_user(document: Any) -> new_users.SentUser | None:
    try:
        return new_users.SentUser.from_document(read_resource(USER, document))
    except DomainError:
        return None


Result = dict[str, Any]


async def run_bulk(
    call: DirectoryCall, operations: list[BulkOperation], most_errors: int
) -> Result:
    """Run the operations and return their results. An operation runs after those that it references;
    operations left after `most_errors` errors have no result. Consecutive new users are created together if
    the number of errors cannot end the request."""
    results: list[Result] = []
    ids: dict[str, str] = {}
    waiting, errors = list(operations), 0
    made = {one.bulk_id for one in operations if one.method == "POST"}
    while waiting and errors < most_errors:
        batch = take_leading_new_users(waiting) if most_errors > len(operations) else []
        if len(batch) < 2:
            ready = (one for one in waiting if not (one.find_referenced_ids() & made) - ids.keys())
            # In a circle, or named by what failed: tried as it is, and refused.
            batch = [next(ready, waiting[0])]
        brought = (
            await create_bulk_users(call, [one.data for one in batch]) if len(batch) > 1 else [None]
        )
        waiting = [one for one in waiting if not any(one is taken for taken in batch)]
        for one, user in zip(batch, brought, strict=True):
            if user is not None:
                scim_id: str | None = str(user.id)
                result = _build_success_result(call, one, str(user.id), user.version)
            else:
                result, scim_id = await _try_operation(call, one, ids)
            results.append(result)
            if scim_id is None:
                errors += 1
            elif one.bulk_id:
                ids[one.bulk_id] = scim_id
    return {"schemas": [BULK_RESPONSE], "Operations": results}


async def _try_operation(
    call: DirectoryCall, operation: BulkOperation, ids: dict[str, str]
) -> tuple[Result, str | None]:
    """What is answered, and the resource's id where it worked."""
    told = _build_result(operation)
    try:
        if operation.find_referenced_ids() - ids.keys():
            raise InvalidValue("A bulkId is named that nothing was made for")
        async with call.transaction() as db:
            scim_id, version = await _run_operation(db, call, operation, ids)
    except DomainError as error:
        return told | _build_failure_result(build_refusal(error)), None
    except (asyncpg.IntegrityConstraintViolationError, asyncpg.TransactionRollbackError):
        text = "This was changed at the same moment by another request. Reload and try again."
        return told | _build_failure_result(Refusal(409, [text], ["resource.conflict"])), None
    return _build_success_result(call, operation, scim_id, version), scim_id


def _build_result(operation: BulkOperation) -> Result:
    named: Result = {"method": operation.method}
    if operation.bulk_id:
        named["bulkId"] = operation.bulk_id
    return named


def _build_success_result(
    call: DirectoryCall, operation: BulkOperation, scim_id: str, version: int | None
) -> Result:
    told = _build_result(operation)
    told["location"] = f"{call.base}/{operation.resource}/{scim_id}"
    if version is not None:
        told["version"] = format_weak_etag(version)
    told["status"] = {"POST": "201", "DELETE": "204"}.get(operation.method, "200")
    return told


def _build_failure_result(refusal: Refusal) -> Result:
    body = orjson.loads(bytes(SCIM.render(refusal).body))
    return {"status": str(refusal.status), "response": body}


async def _run_operation(
    db: Db, call: DirectoryCall, operation: BulkOperation, ids: dict[str, str]
) -> tuple[str, int | None]:
    """The id of the resource, and its version unless it was deleted."""
    resource = RESOURCES[operation.resource]
    data = replace_bulk_ids(operation.data, ids)
    scim_id = replace_bulk_ids(operation.scim_id, ids) or ""
    match operation.method:
        case "POST":
            row = await resource.create(db, call, data)
        case "PUT":
            row = await resource.replace(db, call, scim_id, data, operation.version)
        case "PATCH":
            row = await resource.patch(db, call, scim_id, data, operation.version)
        case _:
            await resource.delete(db, call, scim_id, operation.version)
            return scim_id, None
    return str(row.id), row.version
