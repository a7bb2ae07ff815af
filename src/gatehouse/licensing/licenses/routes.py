"""`/api/v1/licenses`: licenses, their use, seats, key and file (spec 000 §3, §7)."""

from datetime import UTC, datetime, time, timedelta
from typing import Annotated, Any
from uuid import UUID

from fastapi import Query, Request, Response

from gatehouse.access.guard import (
    CurrentCall,
    Transaction,
    open_authorized_statement,
    open_call,
)
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Query as Statement
from gatehouse.kit.lists import MOST
from gatehouse.kit.plain_route import Json, PlainRoute
from gatehouse.kit.resources import AllResources, resource
from gatehouse.kit.router import without_nulls
from gatehouse.licensing.errors import LicenseMissing
from gatehouse.licensing.license_api.schemas import RelayKey, SignedLicenseFile
from gatehouse.licensing.licenses import jobs as _jobs  # noqa: F401  registers them
from gatehouse.licensing.licenses import keys, schemas, service
from gatehouse.licensing.licenses.identifiers import FINGERPRINT, LicenseName
from gatehouse.licensing.licenses.statistics_queries import CHECKLIST, STATISTICS
from gatehouse.licensing.reconciliation import service as _differences  # noqa: F401  registers them
from gatehouse.licensing.subscriptions import scheduled_seats as _scheduled  # noqa: F401

DAYS = 30
NAME = {
    "parameters": [
        {
            "name": "license_id",
            "in": "path",
            "required": True,
            "schema": {"type": "string"},
            "description": "The license's `fingerprint`, or its `id`.",
        }
    ]
}

hot = Router(prefix="/api/v1/licenses", tags=["Licensing"], route_class=PlainRoute)
router = Router(prefix="/api/v1/licenses/{license_id}", tags=["Licensing"])


@hot.get("", response_model=list[schemas.LicenseOut])
async def list_licenses(request: Request) -> Response:
    """The licenses of the caller's organization, oldest first; empty before it was made."""
    call = await open_call(request)
    caller = await call.require_permission(Permission.LICENSING_READ_LICENSES)
    box: Box = request.app.state.resources[Box]
    return Json(await service.list_licenses(call.database, box, caller))


@hot.get("/{license_id}/statistics", response_model=schemas.Statistics, openapi_extra=NAME)
async def get_license_statistics(request: Request) -> Response:
    """What its tools reported in the last 30 days."""
    now = clock.now()
    first = datetime.combine(now.astimezone(UTC).date() - timedelta(DAYS - 1), time(), UTC)
    return await _read_license_json(request, STATISTICS, now, first)


@hot.get("/{license_id}/checklist", response_model=schemas.Checklist, openapi_extra=NAME)
async def get_license_checklist(request: Request) -> Response:
    """How far the organization has come with it, by what really happened."""
    return await _read_license_json(request, CHECKLIST)


async def _read_license_json(
    request: Request, statement: Statement[str], *arguments: Any
) -> Response:
    name: str = request.path_params["license_id"]
    fingerprint = name if FINGERPRINT.fullmatch(name) else None
    license_id = None if fingerprint else _parse_license_id(name)
    permission = Permission.LICENSING_READ_LICENSES
    async with open_authorized_statement(request, permission) as (db, caller):
        text = await statement.first(db, caller.tenant_id, fingerprint, license_id, *arguments)
    if text is None:
        raise LicenseMissing("The license was not found")
    return Json(text.encode())


def _parse_license_id(name: str) -> UUID | None:
    try:
        return UUID(name)
    except ValueError:
        return None


@router.get(
    "/seats", permission=Permission.LICENSING_READ_LICENSES, **without_nulls(schemas.HeldSeats)
)
async def list_license_seats(
    caller: Caller,
    db: Transaction,
    license_id: LicenseName,
    limit: Annotated[int, Query(alias="_limit", ge=1, le=MOST)] = 20,
    offset: Annotated[int, Query(alias="_offset", ge=0, le=1_000_000)] = 0,
) -> schemas.HeldSeats:
    """List the current holders of seats, the most recently seen first."""
    return await service.list_held_seats(db, caller.tenant_id, license_id, limit, offset)


@router.delete("/seats/{seat_id}", permission=Permission.LICENSING_WRITE_LICENSES, status_code=204)
async def free_license_seat(
    caller: Caller, db: Transaction, license_id: LicenseName, seat_id: UUID
) -> None:
    """Take a seat back. 204 also when it is free already; a tool that still runs may claim one again."""
    await service.release_held_seat(db, caller, license_id, seat_id)


@router.post(
    "/key", permission=Permission.LICENSING_READ_KEYS, **without_nulls(schemas.RevealedKey)
)
async def reveal_license_key(
    caller: Caller, db: Transaction, box: Annotated[Box, resource(Box)], license_id: LicenseName
) -> schemas.RevealedKey:
    """Reveal the key to a user; the audit records who did. 403 `access.step_up_needed`, or without MFA
    `access.recent_sign_in_needed`, when the user has not authenticated so within the hour. No body."""
    return await keys.reveal_license_key(db, box, caller, license_id)


@router.post(
    "/key/rotate",
    permission=Permission.LICENSING_WRITE_LICENSES,
    **without_nulls(schemas.RevealedKey),
)
async def rotate_license_key(
    caller: Caller,
    db: Transaction,
    box: Annotated[Box, resource(Box)],
    license_id: LicenseName,
    data: schemas.KeyRotation,
) -> schemas.RevealedKey:
    """Replace the key. Requires the permission to see keys and an authentication within the hour. The
    previous key works for `overlapHours` more; the one before that ends at once. Held seats stay held."""
    return await keys.rotate_key_as_tenant(db, box, caller, license_id, data)


@router.get(
    "/file",
    permission=Permission.LICENSING_READ_KEYS,
    response_model=SignedLicenseFile,
    response_model_exclude_unset=True,
)
async def download_license_file(
    caller: Caller,
    call: CurrentCall,
    resources: AllResources,
    license_id: LicenseName,
    relay_key: Annotated[RelayKey | None, Query(alias="relayKey")] = None,
) -> dict[str, Any]:
    """The signed license file, to be carried to where a tool has no network, or to the relay with this key;
    the audit says who took it. 409 when the license cannot be used now."""
    return await keys.download_license_file(call, resources, caller, license_id, relay_key)
