"""`/webhooks/stripe`: what the card provider says has changed (reference payments-protocols B5)."""

from typing import Annotated

import structlog
from fastapi import Depends, Request, Response

from gatehouse.access.guard import SystemTransaction
from gatehouse.billing.configured import cards_of
from gatehouse.billing.provider.errors import EventRefused
from gatehouse.billing.provider.port import EventFact
from gatehouse.billing.reading import jobs as _jobs  # noqa: F401  registers them
from gatehouse.billing.webhooks import receipt
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router

router = Router(prefix="/webhooks", tags=["Billing"])
log = structlog.get_logger()


async def signed_card_event(request: Request, resources: AllResources) -> EventFact:
    """The event, verified by the signature of the raw body."""
    try:
        signature = request.headers.get("stripe-signature", "")
        return cards_of(resources).read_event(await request.body(), signature)
    except EventRefused as refusal:
        log.warning("card webhook refused", reason=refusal.message)
        raise


# The event is the first dependency: a body without a valid signature opens no transaction.
@router.post("/stripe")
async def receive_card_event(
    event: Annotated[EventFact, Depends(signed_card_event)], db: SystemTransaction
) -> Response:
    """Note a signed event, once, and answer; a job reads what has changed.

    400 `billing.event_refused` when the signature is missing, does not fit, or is more than five minutes
    old: nothing is noted. 404 `billing.not_configured`.
    """
    await receipt.keep_event(db, event)
    return Response()
