"""`/api/v1/licenses/{id}/seats`: the holders, for users; tools use `/api/v1/license/seats`."""

from typing import Annotated
from uuid import UUID

from fastapi import Query

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.kit.lists import MOST
from gatehouse.kit.router import Router
from gatehouse.licensing.licenses.lookup import LicenseName
from gatehouse.licensing.licenses.seats import service
from gatehouse.licensing.licenses.seats.schemas import HeldSeatOut, HeldSeats

router = Router(prefix="/api/v1/licenses/{license_id}/seats", tags=["Licensing"])


@router.get("", response_model=HeldSeats, response_model_exclude_none=True)
async def list_license_seats(
    caller: Annotated[Principal, require(Permission.LICENSING_READ_LICENSES)],
    db: Transaction,
    license_id: LicenseName,
    limit: Annotated[int, Query(alias="_limit", ge=1, le=MOST)] = 20,
    offset: Annotated[int, Query(alias="_offset", ge=0, le=1_000_000)] = 0,
) -> HeldSeats:
    """List the current holders of seats, the most recently seen first."""
    held, total = await service.held_seats(db, caller.tenant_id, license_id, limit, offset)
    return HeldSeats(items=[HeldSeatOut.model_validate(one) for one in held], total=total)


@router.delete("/{seat_id}", status_code=204)
async def free_license_seat(
    caller: Annotated[Principal, require(Permission.LICENSING_WRITE_LICENSES)],
    client: CurrentClient,
    db: Transaction,
    license_id: LicenseName,
    seat_id: UUID,
) -> None:
    """Take a seat back. 204 also when it is free already; a tool that still runs may claim one again."""
    await service.take_back(db, caller, client, license_id, seat_id)
