"""Routes to list events of the payment provider that could not be applied, and to replay them."""

from gatehouse.access.client import CurrentClient
from gatehouse.access.replica_reads import VendorLaggingTransaction
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.audit.actors import by_vendor
from gatehouse.audit.service import announce_event
from gatehouse.licensing.stuck_events import service
from gatehouse.licensing.stuck_events.events import PaymentEventsReplayedByVendor
from gatehouse.licensing.stuck_events.schemas import (
    PaymentEventsReplay,
    PaymentEventsReplayed,
    StuckPaymentEvent,
    StuckPaymentEvents,
)

router = Router(
    prefix="/tenants/resources/payment-events/v1", tags=["Vendor"], route_class=VendorRoute
)


@router.get("/stuck", permission=VendorPermission.READ_LICENSES, response_model_exclude_none=True)
async def list_stuck_payment_events(db: VendorLaggingTransaction) -> StuckPaymentEvents:
    """Received more than ten minutes ago, or tried and failed; the oldest first."""
    found = await service.list_stuck(db)
    items = [StuckPaymentEvent.model_validate(one) for one in found]
    return StuckPaymentEvents(items=items, total=await service.count_stuck(db))


@router.post("/replay", permission=VendorPermission.WRITE_LICENSES)
async def replay_payment_events(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, data: PaymentEventsReplay
) -> PaymentEventsReplayed:
    """Have them applied again by the next free worker."""
    replayed = await service.replay_stuck_events(db, data.ids)
    if replayed:
        event = PaymentEventsReplayedByVendor(None, len(replayed))
        await announce_event(db, event, by=by_vendor(caller, client))
    return PaymentEventsReplayed(ids=replayed)
