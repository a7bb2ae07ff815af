"""`/subscriptions/resources`: what an account has subscribed to. Clients of both generations call: each
path has two addresses."""

from typing import Annotated
from uuid import UUID

from fastapi import Query, Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
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
from gatehouse.vendor.current import CurrentConfiguration

BILLING = "/subscriptions/resources/billing"
FIRST = f"{BILLING}/subscriptions/v1"
MANAGED = "/subscriptions/resources/subscriptions/v1"
ONE = "/{subscription_id}"

router = Router(tags=["Billing"])


@router.post(
    f"{BILLING}/payment-providers/stripe/subscriptions/v1", permission=Permission.WRITE_BILLING
)
async def create_billing_subscription(
    db: Transaction,
    caller: Caller,
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


@router.get(FIRST, permission=Permission.READ_BILLING, name="list_billing_subscriptions")
@router.get(MANAGED, permission=Permission.READ_BILLING, name="list_managed_subscriptions")
async def list_subscriptions(db: Transaction, caller: Caller) -> list[SubscriptionOut]:
    """The one that counts first, then the newest; 100 at most."""
    return await read.subscriptions_of(db, caller)


@router.get(f"{FIRST}{ONE}", permission=Permission.READ_BILLING, name="get_billing_subscription")
@router.get(f"{MANAGED}{ONE}", permission=Permission.READ_BILLING, name="get_managed_subscription")
async def get_subscription(
    db: Transaction, caller: Caller, subscription_id: UUID
) -> SubscriptionOut:
    """404 `billing.subscription_not_found`."""
    return await read.get_subscription(db, caller, subscription_id)


@router.get(f"{FIRST}{ONE}/previews", permission=Permission.READ_BILLING)
async def preview_billing_change(
    db: Transaction,
    caller: Caller,
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


@router.put(
    f"{FIRST}{ONE}", permission=Permission.WRITE_BILLING, name="change_billing_subscription"
)
@router.put(
    f"{MANAGED}{ONE}", permission=Permission.WRITE_BILLING, name="change_managed_subscription"
)
async def change_subscription(
    db: Transaction,
    caller: Caller,
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


@router.put(
    f"{FIRST}{ONE}/cancellations/",
    permission=Permission.WRITE_BILLING,
    name="cancel_billing_subscription",
)
@router.put(
    f"{MANAGED}{ONE}/cancellations/",
    permission=Permission.WRITE_BILLING,
    name="cancel_managed_subscription",
)
@router.put(
    f"{FIRST}{ONE}/cancellations",
    permission=Permission.WRITE_BILLING,
    include_in_schema=False,
    name="cancel_without_slash",
)
@router.put(
    f"{MANAGED}{ONE}/cancellations",
    permission=Permission.WRITE_BILLING,
    include_in_schema=False,
    name="cancel_managed_without_slash",
)
async def cancel_subscription(
    db: Transaction,
    caller: Caller,
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


@router.put(
    f"{FIRST}{ONE}/renewals/",
    permission=Permission.WRITE_BILLING,
    name="renew_billing_subscription",
)
@router.put(
    f"{MANAGED}{ONE}/renewals/",
    permission=Permission.WRITE_BILLING,
    name="renew_managed_subscription",
)
@router.put(
    f"{FIRST}{ONE}/renewals",
    permission=Permission.WRITE_BILLING,
    include_in_schema=False,
    name="renew_without_slash",
)
@router.put(
    f"{MANAGED}{ONE}/renewals",
    permission=Permission.WRITE_BILLING,
    include_in_schema=False,
    name="renew_managed_without_slash",
)
async def renew_subscription(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    resources: AllResources,
    configuration: CurrentConfiguration,
    subscription_id: UUID,
) -> Response:
    """It does not end after all. 404 `billing.subscription_not_found`; 409 `billing.externally_managed`,
    `billing.not_now`: it was not going to end, or has ended; 503 `billing.provider_unavailable`."""
    await service.renew_subscription(db, resources, configuration, caller, client, subscription_id)
    return Response()
