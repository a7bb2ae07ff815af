"""`DELETE /api/v1/licenses/{id}/scheduled-seats`; they are scheduled by `PATCH /api/v1/licenses/{id}`."""

from gatehouse.kit.router import Router
from gatehouse.licensing.licenses.scheduled_seats import service
from gatehouse.licensing.licenses.schemas import LicenseOut
from gatehouse.licensing.subscriptions.callers import ChangingDesk

router = Router(prefix="/api/v1/licenses/{license_id}", tags=["Licensing"])


@router.delete("/scheduled-seats", response_model=LicenseOut, response_model_exclude_none=True)
async def keep_seats(desk: ChangingDesk) -> LicenseOut:
    """Fewer seats that were to come with the next period do not come. Nothing happens when none were. 409
    `changes.too_late` in the last hour of the period."""
    return LicenseOut.of(await service.take_back(desk))
