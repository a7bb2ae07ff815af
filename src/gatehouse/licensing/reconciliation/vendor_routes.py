"""Routes for staff: billing discrepancies, and events of the payment provider that could not be applied."""

from typing import Annotated
from uuid import UUID

from fastapi import Query, Response

from gatehouse.access.replica_reads import VendorLaggingTransaction
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import VendorPrincipal, VendorRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.audit.service import announce_event
from gatehouse.kit.router import without_nulls
from gatehouse.licensing.events import PaymentEventsReplayedByVendor
from gatehouse.licensing.reconciliation import schemas, service, stuck_events
from gatehouse.licensing.reconciliation.models import BillingDiscrepancy

READ, WRITE = VendorPermission.READ_LICENSES, VendorPermission.WRITE_LICENSES
SHOWS = without_nulls(schemas.DifferenceOut)

router = Router(
    prefix="/tenants/resources/payment-differences/v1", tags=["Vendor"], route_class=VendorRoute
)


@router.get("", permission=READ, response_model_exclude_none=True)
async def list_payment_differences(
    db: VendorLaggingTransaction, query: Annotated[schemas.DifferencesQuery, Query()]
) -> schemas.DifferencesPage:
    """List what differs, and since when, as the last comparison with the provider found it. Each paying
    customer is compared once a day."""
    found, total = await service.list_discrepancies(db, query.state, query.offset, query.limit)
    return schemas.DifferencesPage(
        items=[schemas.DifferenceOut.model_validate(one) for one in found], total=total
    )


@router.post("/{difference_id}/accept", permission=WRITE, **SHOWS)
async def accept_payment_difference(
    db: VendorTransaction, caller: VendorCaller, difference_id: UUID
) -> BillingDiscrepancy:
    """Take the provider's word. `changed`: the license becomes what the provider says at the next look, which
    is begun; `missing`: it ends; `blocked`: it may be used again. No body. 409 `payments.nothing_to_take`."""
    return await service.accept_provider_data(
        db, difference_id, _get_caller_name(caller), caller.actor
    )


@router.post("/{difference_id}/note", permission=WRITE, **SHOWS)
async def note_payment_difference(
    db: VendorTransaction, caller: VendorCaller, difference_id: UUID, data: schemas.DifferenceNote
) -> BillingDiscrepancy:
    """It is right as it is. It waits again when one of the two says something else."""
    by = caller.actor
    return await service.add_discrepancy_note(
        db, difference_id, data.note, _get_caller_name(caller), by
    )


@router.post("/{difference_id}/stop", permission=WRITE, **SHOWS)
async def stop_charges(
    db: VendorTransaction, caller: VendorCaller, difference_id: UUID
) -> BillingDiscrepancy:
    """Cancel the subscription at the provider, immediately and permanently: for `unlicensed`, `replaced` and
    `blocked`. What was paid is not refunded. No body. 409 `payments.nothing_charged`."""
    return await service.stop_charges(db, difference_id, _get_caller_name(caller), caller.actor)


@router.post("/{difference_id}/check", permission=WRITE, status_code=202)
async def check_payment_difference(db: VendorTransaction, difference_id: UUID) -> Response:
    """Read the provider again now, once the cause is fixed. No body."""
    await service.recheck_discrepancy(db, difference_id)
    return Response(status_code=202)


def _get_caller_name(caller: VendorPrincipal) -> str:
    return caller.email or caller.name


events_router = Router(
    prefix="/tenants/resources/payment-events/v1", tags=["Vendor"], route_class=VendorRoute
)


@events_router.get("/stuck", permission=READ, response_model_exclude_none=True)
async def list_stuck_payment_events(db: VendorLaggingTransaction) -> schemas.StuckPaymentEvents:
    """Received more than ten minutes ago, or tried and failed; the oldest first."""
    found = await stuck_events.read_stuck_events(db)
    return schemas.StuckPaymentEvents(items=found, total=await stuck_events.count_stuck_events(db))


@events_router.post("/replay", permission=WRITE)
async def replay_payment_events(
    db: VendorTransaction, caller: VendorCaller, data: schemas.PaymentEventsReplay
) -> schemas.PaymentEventsReplayed:
    """Have them applied again by the next free worker."""
    replayed = await stuck_events.replay_stuck_events(db, data.ids)
    if replayed:
        event = PaymentEventsReplayedByVendor(None, len(replayed))
        await announce_event(db, event, by=caller.actor)
    return schemas.PaymentEventsReplayed(ids=replayed)
