"""`/api/v1/licenses/{id}`: cancel, resume, another payment method (spec 000 §4, §7)."""

from gatehouse.kit.router import Router
from gatehouse.licensing.licenses.schemas import LicenseOut
from gatehouse.licensing.subscriptions import service
from gatehouse.licensing.subscriptions.callers import ChangingDesk, PayingDesk
from gatehouse.licensing.subscriptions.schemas import PaymentMethodUpdate

router = Router(prefix="/api/v1/licenses/{license_id}", tags=["Licensing"])


@router.post("/cancel", response_model=LicenseOut, response_model_exclude_none=True)
async def cancel_license(desk: ChangingDesk) -> LicenseOut:
    """Cancel the subscription at the end of the paid period: `billing.status.deactivationAt`, in whatever
    state it is. A paused one ends at once. No body.

    403 `access.step_up_needed`, or without MFA `access.recent_sign_in_needed`, when the caller has not
    authenticated so within the hour.
    409 when the license has no subscription, or one that has ended, or one that renews just now.
    """
    return LicenseOut.of(await service.cancel_license(desk))


@router.post("/resume", response_model=LicenseOut, response_model_exclude_none=True)
async def resume_license(desk: ChangingDesk) -> LicenseOut:
    """Take a scheduled end or pause back, or start a paused subscription again, which bills at once. No body.

    409 when the subscription has ended: that needs a new checkout with `overwrite_canceled`.
    """
    return LicenseOut.of(await service.resume_license(desk))


@router.get("/update-payment-method", response_model=PaymentMethodUpdate)
async def get_payment_method_update(desk: PayingDesk) -> PaymentMethodUpdate:
    """What to open the checkout with, to store another payment method. Fresh at every call."""
    transaction = await service.update_payment_method(desk)
    return PaymentMethodUpdate(
        customer_id=transaction.customer_id or "", transaction_id=transaction.id
    )
