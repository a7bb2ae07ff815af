"""Runs bulk requests. Each operation has its own transaction, as if it had been called alone; consecutive new
users are created in one."""

from typing import Any

import asyncpg
import orjson

from gatehouse.kit.db import Db
from gatehouse.kit.error_formats import SCIM, Refusal
from gatehouse.kit.errors import DomainError, refusal_of
from gatehouse.scim.bulk.operations import BulkOperation, leading_people, resolve_references
from gatehouse.scim.bulk.people import bring_in
from gatehouse.scim.caller import DirectoryCall
from gatehouse.scim.groups import service as groups
from gatehouse.scim.groups.changes import MemberChanges
from gatehouse.scim.protocol.documents import Document, read_resource
from gatehouse.scim.protocol.errors import InvalidValue
from gatehouse.scim.protocol.messages import BULK_RESPONSE, check_match, weak_etag
from gatehouse.scim.protocol.patch import apply_patch, read_patch
from gatehouse.scim.protocol.schemas import GROUP, USER
from gatehouse.scim.users import service as users
from gatehouse.scim.users.models import ScimUser
from gatehouse.scim.users.resource import user_document

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
        batch = leading_people(waiting) if most_errors > len(operations) else []
        if len(batch) < 2:
            ready = (one for one in waiting if not (one.names() & made) - ids.keys())
            # In a circle, or named by what failed: tried as it is, and refused.
            batch = [next(ready, waiting[0])]
        brought = await bring_in(call, [one.data for one in batch]) if len(batch) > 1 else [None]
        waiting = [one for one in waiting if not any(one is taken for taken in batch)]
        for one, user in zip(batch, brought, strict=True):
            if user is not None:
                scim_id: str | None = str(user.id)
                result = _success_result(call, one, str(user.id), user.version)
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
    told = _named_result(operation)
    try:
        if operation.names() - ids.keys():
            raise InvalidValue("A bulkId is named that nothing was made for")
        async with call.transaction() as db:
            scim_id, version = await _run_operation(db, call, operation, ids)
    except DomainError as error:
        return told | _failure_result(refusal_of(error)), None
    except (asyncpg.IntegrityConstraintViolationError, asyncpg.TransactionRollbackError):
        text = "Somebody else changed this at the same moment. Look again and repeat."
        return told | _failure_result(Refusal(409, [text], ["resource.conflict"])), None
    return _success_result(call, operation, scim_id, version), scim_id


def _named_result(operation: BulkOperation) -> Result:
    named: Result = {"method": operation.method}
    if operation.bulk_id:
        named["bulkId"] = operation.bulk_id
    return named


def _success_result(
    call: DirectoryCall, operation: BulkOperation, scim_id: str, version: int | None
) -> Result:
    told = _named_result(operation)
    told["location"] = f"{call.base}/{operation.resource}/{scim_id}"
    if version is not None:
        told["version"] = weak_etag(version)
    told["status"] = _success_status(operation)
    return told


def _success_status(operation: BulkOperation) -> str:
    return {"POST": "201", "DELETE": "204"}.get(operation.method, "200")


def _failure_result(refusal: Refusal) -> Result:
    body = orjson.loads(bytes(SCIM.render(refusal).body))
    return {"status": str(refusal.status), "response": body}


async def _run_operation(
    db: Db, call: DirectoryCall, operation: BulkOperation, ids: dict[str, str]
) -> tuple[str, int | None]:
    data = resolve_references(operation.data, ids)
    scim_id = resolve_references(operation.scim_id, ids) or ""
    act = _run_user_operation if operation.resource == "Users" else _run_group_operation
    return await act(db, call, operation, scim_id, data)


async def _run_user_operation(
    db: Db, call: DirectoryCall, operation: BulkOperation, scim_id: str, data: Any
) -> tuple[str, int | None]:
    if operation.method == "POST":
        user, _ = await users.create_scim_user(db, call, read_resource(USER, data))
        return str(user.id), user.version
    if operation.method == "DELETE":
        known = await users.in_turn(db, call, scim_id)
        check_match(operation.version, known.version)
        await users.delete_scim_user(db, call, known)
        return scim_id, None

    def write(known: ScimUser) -> Document:
        check_match(operation.version, known.version)
        if operation.method == "PUT":
            return read_resource(USER, data)
        return apply_patch(USER, user_document(known), read_patch(USER, data, skips_unknown=True))

    user = await users.change_scim_user(db, call, scim_id, write)
    return str(user.id), user.version


async def _run_group_operation(
    db: Db, call: DirectoryCall, operation: BulkOperation, scim_id: str, data: Any
) -> tuple[str, int | None]:
    match operation.method:
        case "POST":
            group = await groups.create_scim_group(db, call, read_resource(GROUP, data))
        case "PUT":
            changes = MemberChanges.replacing(read_resource(GROUP, data))
            group = await groups.change_scim_group(db, call, scim_id, changes, operation.version)
        case "PATCH":
            changes = MemberChanges.of(read_patch(GROUP, data))
            group = await groups.change_scim_group(db, call, scim_id, changes, operation.version)
        case _:
            await groups.delete_scim_group(db, call, scim_id, operation.version)
            return scim_id, None
    return str(group.id), group.version
