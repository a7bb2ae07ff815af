"""`/subscriptions/resources/billing`: cards. They are typed into fields of the card provider, never here."""

from uuid import UUID

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.billing.payment_methods import service
from gatehouse.billing.payment_methods.schemas import (
    BillingDetailsIn,
    PaymentMethodBody,
    SetupIntentIn,
    SetupIntentOut,
)
from gatehouse.kit.resources import AllResources

BILLING = "/subscriptions/resources/billing"
METHODS = f"{BILLING}/payment-methods/v1"

router = Router(tags=["Billing"])


@router.post(
    f"{BILLING}/payment-providers/stripe/setup-intents/v1", permission=Permission.WRITE_BILLING
)
async def create_setup_intent(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    resources: AllResources,
    data: SetupIntentIn | None = None,
) -> SetupIntentOut:
    """What a browser needs to add a card. 404 `billing.not_configured`, `billing.payment_method_not_found`;
    409 `billing.externally_managed`; 429 `rate.limited`; 503 `billing.provider_unavailable`."""
    asked = data or SetupIntentIn(payment_method_id=None)
    return await service.begin_setup(db, resources, caller, client, asked)


@router.get(METHODS, permission=Permission.READ_BILLING)
async def list_payment_methods(db: Transaction, caller: Caller) -> list[PaymentMethodBody]:
    """The one that is charged first, then the newest; 100 at most."""
    return await service.methods_of(db, caller)


@router.get(f"{METHODS}/{{payment_method_id}}", permission=Permission.READ_BILLING)
async def get_payment_method(
    db: Transaction, caller: Caller, payment_method_id: UUID
) -> PaymentMethodBody:
    """404 `billing.payment_method_not_found`."""
    return await service.get_payment_method(db, caller, payment_method_id)


@router.patch(
    f"{METHODS}/{{payment_method_id}}/billing-details", permission=Permission.WRITE_BILLING
)
@router.put(
    f"{METHODS}/{{payment_method_id}}/billing-details",
    permission=Permission.WRITE_BILLING,
    name="put_billing_details",
)
async def change_billing_details(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    resources: AllResources,
    payment_method_id: UUID,
    data: BillingDetailsIn,
) -> Response:
    """404 `billing.payment_method_not_found`; 409 `billing.externally_managed`, `billing.refused`; 503
    `billing.provider_unavailable`."""
    await service.change_details(db, resources, caller, client, payment_method_id, data)
    return Response()
