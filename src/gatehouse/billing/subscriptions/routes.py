"""`/subscriptions/resources`: what an account has subscribed to. Clients of both generations call: each
path has two addresses."""

from typing import Annotated
from uuid import UUID

from fastapi import Query, Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.billing.subscriptions import change, read, service
from gatehouse.billing.subscriptions.schemas import (
    BillingPreview,
    Reference,
    SubscriptionBegun,
    SubscriptionChange,
    SubscriptionIn,
    SubscriptionOut,
)
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router
from gatehouse.vendor.current import CurrentConfiguration

CanRead = Annotated[Principal, require(Permission.READ_BILLING)]
CanWrite = Annotated[Principal, require(Permission.WRITE_BILLING)]

BILLING = "/subscriptions/resources/billing"
FIRST = f"{BILLING}/subscriptions/v1"
MANAGED = "/subscriptions/resources/subscriptions/v1"
ONE = "/{subscription_id}"

router = Router(tags=["Billing"])


@router.post(f"{BILLING}/payment-providers/stripe/subscriptions/v1")
async def create_billing_subscription(
    db: Transaction,
    caller: CanWrite,
    client: CurrentClient,
    resources: AllResources,
    configuration: CurrentConfiguration,
    data: SubscriptionIn,
) -> SubscriptionBegun:
    """Create a subscription. With the account's card it is paid now. Without one, the browser pays with the
    secret. Asked twice, it is begun once.

    404 `billing.plan_not_found`, `billing.not_configured`; 409 `billing.already_subscribed`,
    `billing.externally_managed`, `billing.card_declined`, `billing.under_way`, `billing.refused`; 503
    `billing.provider_unavailable`.
    """
    return await service.create_subscription(db, resources, configuration, caller, client, data)


@router.get(FIRST, name="list_billing_subscriptions")
@router.get(MANAGED, name="list_managed_subscriptions")
async def list_subscriptions(db: Transaction, caller: CanRead) -> list[SubscriptionOut]:
    """The one that counts first, then the newest; 100 at most."""
    return await read.subscriptions_of(db, caller)


@router.get(f"{FIRST}{ONE}", name="get_billing_subscription")
@router.get(f"{MANAGED}{ONE}", name="get_managed_subscription")
async def get_subscription(
    db: Transaction, caller: CanRead, subscription_id: UUID
) -> SubscriptionOut:
    """404 `billing.subscription_not_found`."""
    return await read.get_subscription(db, caller, subscription_id)


@router.get(f"{FIRST}{ONE}/previews")
async def preview_billing_change(
    db: Transaction,
    caller: CanRead,
    resources: AllResources,
    configuration: CurrentConfiguration,
    subscription_id: UUID,
    plan_id: Annotated[Reference, Query(alias="planId", examples=["team"])],
) -> BillingPreview:
    """What a change of the plan would cost now. 404 `billing.subscription_not_found`,
    `billing.plan_not_found`; 409 `billing.not_now`, `billing.refused`; 503
    `billing.provider_unavailable`."""
    return await change.preview_subscription_change(
        db, resources, configuration, caller, subscription_id, plan_id
    )


@router.put(f"{FIRST}{ONE}", name="change_billing_subscription")
@router.put(f"{MANAGED}{ONE}", name="change_managed_subscription")
async def change_subscription(
    db: Transaction,
    caller: CanWrite,
    client: CurrentClient,
    resources: AllResources,
    configuration: CurrentConfiguration,
    subscription_id: UUID,
    data: SubscriptionChange,
) -> Response:
    """Another plan, another card, or both; what is open is paid. A plan that costs more is charged for at
    once, one that costs less is credited. Asked twice, it is charged once.

    400 `request.invalid`: a preview older than an hour. 403 `billing.not_offered`: a cheaper plan where the
    vendor does not allow that. 404 `billing.subscription_not_found`, `billing.plan_not_found`,
    `billing.payment_method_not_found`. 409 `billing.externally_managed`, `billing.not_now`,
    `billing.card_declined`, `billing.under_way`, `billing.refused`. 503 `billing.provider_unavailable`.
    """
    await change.change_subscription(
        db, resources, configuration, caller, client, subscription_id, data
    )
    return Response()


@router.put(f"{FIRST}{ONE}/cancellations/", name="cancel_billing_subscription")
@router.put(f"{MANAGED}{ONE}/cancellations/", name="cancel_managed_subscription")
@router.put(f"{FIRST}{ONE}/cancellations", include_in_schema=False, name="cancel_without_slash")
@router.put(
    f"{MANAGED}{ONE}/cancellations", include_in_schema=False, name="cancel_managed_without_slash"
)
async def cancel_subscription(
    db: Transaction,
    caller: CanWrite,
    client: CurrentClient,
    resources: AllResources,
    configuration: CurrentConfiguration,
    subscription_id: UUID,
) -> Response:
    """At the end of what is paid. 403 `billing.not_offered`; 404 `billing.subscription_not_found`; 409
    `billing.externally_managed`, `billing.not_now`: it does not run, or ends already; 503
    `billing.provider_unavailable`."""
    await service.cancel_subscription(db, resources, configuration, caller, client, subscription_id)
    return Response()


@router.put(f"{FIRST}{ONE}/renewals/", name="renew_billing_subscription")
@router.put(f"{MANAGED}{ONE}/renewals/", name="renew_managed_subscription")
@router.put(f"{FIRST}{ONE}/renewals", include_in_schema=False, name="renew_without_slash")
@router.put(f"{MANAGED}{ONE}/renewals", include_in_schema=False, name="renew_managed_without_slash")
async def renew_subscription(
    db: Transaction,
    caller: CanWrite,
    client: CurrentClient,
    resources: AllResources,
    configuration: CurrentConfiguration,
    subscription_id: UUID,
) -> Response:
    """It does not end after all. 404 `billing.subscription_not_found`; 409 `billing.externally_managed`,
    `billing.not_now`: it was not going to end, or has ended; 503 `billing.provider_unavailable`."""
    await service.renew_subscription(db, resources, configuration, caller, client, subscription_id)
    return Response()
