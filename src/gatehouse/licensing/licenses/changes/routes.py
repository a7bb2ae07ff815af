"""`PATCH /api/v1/licenses/{id}` and its preview (spec 000 §7)."""

from gatehouse.kit.router import Router
from gatehouse.licensing.licenses.changes import service
from gatehouse.licensing.licenses.changes.quote import quote_of
from gatehouse.licensing.licenses.changes.schemas import (
    ChangePreview,
    ChangeResult,
    LicenseChange,
    PlanChange,
    TotalsOut,
)
from gatehouse.licensing.licenses.schemas import LicenseOut
from gatehouse.licensing.subscriptions.callers import ChangingDesk
from gatehouse.providers.payments.port import TransactionTotals

router = Router(prefix="/api/v1/licenses/{license_id}", tags=["Licensing"])


@router.patch("", response_model=LicenseOut, response_model_exclude_none=True)
async def update_license(desk: ChangingDesk, data: LicenseChange) -> LicenseOut:
    """Change the name, the seats, the price or the discount; absent fields stay as they are.

    Fewer seats may wait for the end of the period (`effectiveFrom`): `billing.scheduledSeats` says so, and
    `DELETE …/scheduled-seats` takes it back, as does another change of seats or price.

    A difference is charged, or credited, at once. With the `quote` of a preview it is what that showed, less
    for the time that has passed, or 409 `changes.cost_differs`: another change was made meanwhile.

    400 for a price that is not for sale; 409 while more seats are in use than are wanted, while another
    change of this license is under way (`changes.under_way`), while a payment is missing, when it is
    declined, when the discount does not apply or was used before, when the license has no subscription or
    one that has ended, and within half an hour of a renewal.
    """
    return LicenseOut.of(await service.change_license(desk, data))


@router.patch("/preview", response_model=ChangePreview, response_model_exclude_none=True)
async def preview_license_update(desk: ChangingDesk, data: PlanChange) -> ChangePreview:
    """What `PATCH /api/v1/licenses/{id}` with the same body would cost; refused in the same cases."""
    plan, fact = await service.preview_change(desk, data)
    return ChangePreview(
        currency_code=fact.currency_code,
        max_seats=plan.seats,
        price_id=plan.price_id,
        next_payment=fact.next_billed_at,
        immediate=_to_totals(fact.immediate),
        next=_to_totals(fact.next),
        recurring=_to_totals(fact.recurring),
        result=ChangeResult(action=fact.action, amount=fact.amount)
        if fact.action and fact.amount is not None
        else None,
        quote=quote_of(plan, fact),
    )


def _to_totals(totals: TransactionTotals | None) -> TotalsOut | None:
    return TotalsOut.model_validate(totals) if totals else None
