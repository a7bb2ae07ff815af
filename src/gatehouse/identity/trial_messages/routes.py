"""Test messages to the staff member who requests them."""

from typing import Annotated

from gatehouse.access.client import CurrentClient
from gatehouse.access.vendor import (
    VendorPermission,
    VendorPrincipal,
    VendorRoute,
    VendorTransaction,
    vendor_may,
)
from gatehouse.identity.trial_messages import service
from gatehouse.identity.trial_messages.schemas import TrialMessageOut
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router

CanWrite = Annotated[VendorPrincipal, vendor_may(VendorPermission.WRITE_CONFIGURATION)]

router = Router(
    prefix="/vendor/resources/trial-messages/v1", tags=["Vendor"], route_class=VendorRoute
)


@router.post("/mail")
async def send_trial_mail(
    db: VendorTransaction, resources: AllResources, caller: CanWrite, client: CurrentClient
) -> TrialMessageOut:
    """A mail to the calling user, through the provider in force now. No body. 409 `trial_messages.nobody`
    for a backend, `trial_messages.not_sent` with what the provider said; 429."""
    return TrialMessageOut(sent_to=await service.send_mail(db, resources, caller, client))


@router.post("/sms")
async def send_trial_sms(
    db: VendorTransaction, resources: AllResources, caller: CanWrite, client: CurrentClient
) -> TrialMessageOut:
    """A text message to the number in the profile of the calling user. No body. 409
    `trial_messages.nobody` for a backend and without a number, `trial_messages.not_sent`; 429."""
    return TrialMessageOut(sent_to=await service.send_sms(db, resources, caller, client))
