"""`/api/v1/license`: what tools call with `Authorization: License <key>`. The wire is fixed: tools in the
field are not updated. Refusals are `{"code", "message"}`; 401 `UNKNOWN_KEY`, the same for every call."""

from enum import Enum
from typing import Annotated, Any
from uuid import UUID

from fastapi import Depends, Query
from fastapi.responses import JSONResponse, Response
from starlette.requests import Request

from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.kit.errors import Invalid
from gatehouse.kit.plain_route import Json, PlainRoute
from gatehouse.kit.resources import AllResources, Resources, resource
from gatehouse.kit.router import Router
from gatehouse.licensing.license_api import queries, schemas, service
from gatehouse.licensing.license_api.license_file import issue_license_file
from gatehouse.licensing.license_api.queries import KeyOwner
from gatehouse.licensing.license_api.service import get_key_owner, read_key_hash, unknown_key_error
from gatehouse.licensing.license_api.signing import LicenseKeys
from gatehouse.licensing.settings import LicensingSettings

TAGS: list[str | Enum] = ["License"]
hot = Router(prefix="/api/v1/license", tags=TAGS, route_class=PlainRoute)
router = Router(prefix="/api/v1/license", tags=TAGS)
public = Router(tags=TAGS)

USE = {
    "name": "use",
    "in": "query",
    "description": "The id that the claim named.",
    "schema": {"type": "string", "maxLength": 64, "pattern": schemas.USE_ID.pattern, "default": ""},
}

Owner = Annotated[KeyOwner, Depends(get_key_owner)]
Stored = Annotated[Database, resource(Database)]
Settings = Annotated[LicensingSettings, resource(LicensingSettings)]


@hot.post("/validate", response_model=schemas.Validity)
async def validate_license(request: Request, data: schemas.Validate | None = None) -> Response:
    """Whether the license may be used now, and if not why: `code`. With a `subject`, `NO_SEAT` when they
    hold none. Tools keep `serverTime`, to notice a clock that was set back. All of the body may be missing,
    and the body too."""
    hashed = read_key_hash(request)
    subject, kind = (data.subject, data.kind) if data else (None, None)
    async with _get_resources(request)[Database].one_key_statement() as db:
        answer = await queries.VALIDATE.first(db, hashed, clock.now(), subject, kind)
    if answer is None:
        raise unknown_key_error()
    return Json(answer.encode())


@hot.post(
    "/seats/{seat_id}/heartbeat",
    response_model=schemas.LeaseOut,
    openapi_extra={"parameters": [USE]},
)
async def beat_for_seat(request: Request) -> Response:
    """The tool still runs. 404 `SEAT_GONE` when the seat, or this use of it, lapsed or was freed, or the
    license is not in force any more: claim one again, which says why. No body."""
    hashed, seat_id = read_key_hash(request), _parse_seat_id(request.path_params["seat_id"])
    resources, use = _get_resources(request), read_use_id(request)
    until = await service.extend_lease(
        resources[Database], resources[LicensingSettings], hashed, seat_id, use
    )
    if until is None:
        raise unknown_key_error()
    return Json(schemas.LeaseOut(lease_until=until).model_dump_json(by_alias=True).encode())


@router.post(
    "/seats",
    response_model=schemas.SeatOut,
    status_code=201,
    responses={200: {"model": schemas.SeatOut}},
)
async def claim_seat(
    owner: Owner, database: Stored, settings: Settings, response: Response, data: schemas.SeatClaim
) -> schemas.SeatOut:
    """Claim a seat for a user, a machine or a run in CI, which takes none and has a limit of its own. The
    same subject again gets its seat back with 200. 409 `NO_SEATS` when all are held, or why the license
    cannot be used."""
    seat, is_new = await service.claim_seat(database, settings, owner, data)
    if not is_new:
        response.status_code = 200
    return seat


@router.delete("/seats/{seat_id}", status_code=204)
async def free_seat(
    owner: Owner, database: Stored, seat_id: UUID, use: Annotated[schemas.UseId, Query()] = ""
) -> None:
    """End one use of a seat; the last one gives it back. 204 also when it is gone already."""
    await service.end_seat_use(database, owner, seat_id, use)


@router.post("/usage", status_code=202, response_class=Response)
async def report_usage(owner: Owner, database: Stored, data: schemas.UsageEvents) -> None:
    """What the tool was used for, at most 1,000 events; one whose `id` is known changes nothing."""
    await service.store_usage_events(database, owner, data.root)


@router.get("/file", response_model=schemas.SignedLicenseFile, response_model_exclude_unset=True)
async def get_license_file(
    owner: Owner,
    resources: AllResources,
    subject: Annotated[schemas.Subject | None, Query()] = None,
    relay_key: Annotated[schemas.RelayKey | None, Query(alias="relayKey")] = None,
) -> dict[str, Any]:
    """The signed license file; bound to `subject`, who then has to hold a seat; or for the relay with this
    key. 409 with the reason when the license cannot be used."""
    if subject is not None and relay_key is not None:
        raise Invalid("A file can be for a subject or for a relay, not both")
    return await issue_license_file(resources, owner, subject, relay_key)


@public.get(
    "/.well-known/gatehouse-license-keys.json", response_model=dict[str, list[dict[str, str]]]
)
async def get_license_keys(keys: Annotated[LicenseKeys, resource(LicenseKeys)]) -> Response:
    """The public keys of license files, as a JWK set. A tool must ship with these keys: a key that it fetches
    at run time could come from an attacker."""
    cached = {"cache-control": "public, max-age=300"}
    return JSONResponse({"keys": await keys.list_public_keys()}, headers=cached)


def _get_resources(request: Request) -> Resources:
    resources: Resources = request.app.state.resources
    return resources


def read_use_id(request: Request) -> str:
    """The use that a heartbeat is for; `Invalid` for what no claim can have named."""
    use = request.query_params.get("use", "")
    if not schemas.USE_ID.fullmatch(use):
        raise Invalid("use must have at most 64 letters, digits, and _ . : -")
    return use


def _parse_seat_id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        return UUID(int=0)
