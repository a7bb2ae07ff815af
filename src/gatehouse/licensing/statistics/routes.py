"""`/api/v1/licenses/{id}/statistics` and `/checklist` (spec 000 §7)."""

from datetime import UTC, datetime, time, timedelta
from typing import Any
from uuid import UUID

from fastapi import Request, Response

from gatehouse.access.permissions import Permission
from gatehouse.access.single_statement_reads import read_authorized_json
from gatehouse.kit import clock
from gatehouse.kit.db import Query
from gatehouse.kit.plain_route import PlainRoute
from gatehouse.kit.router import Router
from gatehouse.licensing.licenses.errors import LicenseMissing
from gatehouse.licensing.licenses.identifiers import FINGERPRINT
from gatehouse.licensing.statistics.queries import CHECKLIST, STATISTICS
from gatehouse.licensing.statistics.schemas import Checklist, Statistics

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

hot = Router(prefix="/api/v1/licenses/{license_id}", tags=["Licensing"], route_class=PlainRoute)


@hot.get("/statistics", response_model=Statistics, openapi_extra=NAME)
async def get_license_statistics(request: Request) -> Response:
    """What its tools reported in the last 30 days."""
    today = clock.now().astimezone(UTC).date()
    first = datetime.combine(today - timedelta(DAYS - 1), time(), UTC)
    return await _of_license(request, STATISTICS, first)


@hot.get("/checklist", response_model=Checklist, openapi_extra=NAME)
async def get_license_checklist(request: Request) -> Response:
    """How far the organization has come with it, by what really happened."""
    return await _of_license(request, CHECKLIST)


async def _of_license(request: Request, statement: Query[str], *arguments: Any) -> Response:
    name: str = request.path_params["license_id"]
    fingerprint = name if FINGERPRINT.fullmatch(name) else None
    found = await read_authorized_json(
        request,
        Permission.LICENSING_READ_LICENSES,
        statement,
        fingerprint,
        None if fingerprint else _own_id(name),
        *arguments,
    )
    if found.body == b"null":
        raise LicenseMissing("The license was not found")
    return found


def _own_id(name: str) -> UUID | None:
    try:
        return UUID(name)
    except ValueError:
        return None
