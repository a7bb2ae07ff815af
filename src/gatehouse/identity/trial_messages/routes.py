"""Test messages to the staff member who requests them."""

from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import VendorRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.identity.trial_messages import service
from gatehouse.kit.resources import AllResources
from gatehouse.kit.schemas import Wire


class TrialMessageOut(Wire):
    """`sentTo`: the address or number of the caller."""

    sent_to: str


router = Router(
    prefix="/vendor/resources/trial-messages/v1", tags=["Vendor"], route_class=VendorRoute
)


@router.post("/mail", permission=VendorPermission.WRITE_CONFIGURATION)
async def send_trial_mail(
    db: VendorTransaction, resources: AllResources, caller: VendorCaller
) -> TrialMessageOut:
    """A mail to the calling user, through the provider in force now. No body. 409 `trial_messages.nobody`
    for a backend, `trial_messages.not_sent` with what the provider said; 429."""
    return TrialMessageOut(sent_to=await service.send_trial_mail(db, resources, caller))


@router.post("/sms", permission=VendorPermission.WRITE_CONFIGURATION)
async def send_trial_sms(
    db: VendorTransaction, resources: AllResources, caller: VendorCaller
) -> TrialMessageOut:
    """A text message to the number in the profile of the calling user. No body. 409
    `trial_messages.nobody` for a backend and without a number, `trial_messages.not_sent`; 429."""
    return TrialMessageOut(sent_to=await service.send_trial_sms(db, resources, caller))
