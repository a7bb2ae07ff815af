"""`/api/v1/licenses/{id}`: change, cancel and resume, another payment method (spec 000 §4, §7)."""

from gatehouse.access.router import Router
from gatehouse.kit.router import without_nulls
from gatehouse.licensing.licenses.schemas import LicenseOut
from gatehouse.licensing.subscriptions import changes, scheduled_seats, schemas, service
from gatehouse.licensing.subscriptions.context import ChangeContext, PaymentContext
from gatehouse.licensing.subscriptions.proration import compute_quote
from gatehouse.providers.payments.port import TransactionTotals

SHOWS = without_nulls(LicenseOut)

router = Router(prefix="/api/v1/licenses/{license_id}", tags=["Licensing"])


@router.post("/cancel", **SHOWS)
async def cancel_license(context: ChangeContext) -> LicenseOut:
    """Cancel the subscription at the end of the paid period: `billing.status.deactivationAt`, in whatever
    state it is. A paused one ends at once. No body.

    403 `access.step_up_needed`, or without MFA `access.recent_sign_in_needed`, when the caller has not
    authenticated so within the hour.
    409 when the license has no subscription, or one that has ended, or one that renews just now.
    """
    return await service.cancel_license(context)


@router.post("/resume", **SHOWS)
async def resume_license(context: ChangeContext) -> LicenseOut:
    """Take a scheduled end or pause back, or start a paused subscription again, which bills at once. No body.

    409 when the subscription has ended: that needs a new checkout with `overwrite_canceled`.
    """
    return await service.resume_license(context)


@router.get("/update-payment-method", response_model=schemas.PaymentMethodUpdate)
async def get_payment_method_update(context: PaymentContext) -> schemas.PaymentMethodUpdate:
    """What to open the checkout with, to store another payment method. Fresh at every call."""
    transaction = await service.start_payment_method_update(context)
    return schemas.PaymentMethodUpdate(
        customer_id=transaction.customer_id or "", transaction_id=transaction.id
    )


@router.patch("", **SHOWS)
async def update_license(context: ChangeContext, data: schemas.LicenseChange) -> LicenseOut:
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
    return await changes.change_license(context, data)


@router.patch("/preview", **without_nulls(schemas.ChangePreview))
async def preview_license_update(
    context: ChangeContext, data: schemas.PlanChange
) -> schemas.ChangePreview:
    """What `PATCH /api/v1/licenses/{id}` with the same body would cost; refused in the same cases."""
    plan, fact = await changes.preview_change(context, data)
    return schemas.ChangePreview(
        currency_code=fact.currency_code,
        max_seats=plan.seats,
        price_id=plan.price_id,
        next_payment=fact.next_billed_at,
        immediate=_to_totals(fact.immediate),
        next=_to_totals(fact.next),
        recurring=_to_totals(fact.recurring),
        result=schemas.ChangeResult(action=fact.action, amount=fact.amount)
        if fact.action and fact.amount is not None
        else None,
        quote=compute_quote(plan, fact),
    )


def _to_totals(totals: TransactionTotals | None) -> schemas.TotalsOut | None:
    return schemas.TotalsOut.model_validate(totals) if totals else None


@router.delete("/scheduled-seats", **SHOWS)
async def keep_seats(context: ChangeContext) -> LicenseOut:
    """Fewer seats that were to come with the next period do not come. Nothing happens when none were. 409
    `changes.too_late` in the last hour of the period."""
    return await scheduled_seats.cancel_scheduled_seats(context)
