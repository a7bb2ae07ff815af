"""`/api/v1/paddle/webhook`: what the payment provider reports (reference payments-protocols A9)."""

from typing import Annotated

from fastapi import Depends, Request, Response

from gatehouse.access.guard import SystemTransaction
from gatehouse.kit.logs import get_logger
from gatehouse.kit.resources import resource
from gatehouse.kit.router import Router
from gatehouse.licensing.purchases import service
from gatehouse.providers.payments.errors import SignatureRefused
from gatehouse.providers.payments.port import Payments, ProviderEvent

router = Router(prefix="/api/v1/paddle", tags=["Licensing"])

log = get_logger()


async def read_signed_event(
    request: Request, payments: Annotated[Payments, resource(Payments)]
) -> ProviderEvent:
    """The event of the raw body, byte for byte as it was signed."""
    try:
        signature = request.headers.get("paddle-signature", "")
        return payments.read_event(await request.body(), signature)
    except SignatureRefused as refusal:
        log.warning("payment webhook refused", reason=refusal.message)
        raise


# The event is the first dependency: a body without a valid signature opens no transaction.
@router.post("/webhook")
async def receive_payment_event(
    event: Annotated[ProviderEvent, Depends(read_signed_event)],
    payments: Annotated[Payments, resource(Payments)],
    db: SystemTransaction,
) -> Response:
    """Keep a signed event, once, and answer; a job applies it.

    401 when the signature is missing, does not fit, or its time is off: nothing is kept. 400 when the
    body has no `event_id` or `event_type`. An event of an unknown type is kept and changes nothing.
    """
    await service.store_payment_event(db, payments.provider, event)
    return Response(status_code=200)
