"""Plans that are sold, subscriptions, and the card provider's webhook."""

from typing import Annotated
from uuid import UUID

from fastapi import Depends, Query, Request, Response
from pydantic import BeforeValidator

from gatehouse.access.guard import SystemTransaction, Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.billing import card_events, plans, schemas, subscription_changes, subscriptions
from gatehouse.billing.errors import EventRefused
from gatehouse.billing.plans import get_cards
from gatehouse.billing.provider.port import EventFact
from gatehouse.billing.queries import SUBSCRIPTIONS
from gatehouse.billing.subscriptions import CurrentBillingCall, is_externally_managed
from gatehouse.kit.logs import get_logger
from gatehouse.kit.resources import AllResources
from gatehouse.vendor.current import CurrentConfiguration


def _none_if_undefined(value: object) -> object:
    return None if value == "undefined" else value


# Published clients read an account's summary and then its plan, whether it has one or not. Where that is
# refused, they keep neither.
PlanOfSummary = Annotated[UUID | None, BeforeValidator(_none_if_undefined)]

BILLING = "/subscriptions/resources/billing"
PLANS = f"{BILLING}/plans/v1"
FIRST = f"{BILLING}/subscriptions/v1"
MANAGED = "/subscriptions/resources/subscriptions/v1"
ONE = "/{subscription_id}"

READ, WRITE = Permission.READ_BILLING, Permission.WRITE_BILLING

router = Router(tags=["Billing"])
log = get_logger()


@router.get(PLANS, permission=READ)
async def list_billing_plans(
    db: Transaction, resources: AllResources, configuration: CurrentConfiguration
) -> list[schemas.BillingPlan]:
    """What an account can subscribe to, the cheapest first. 404 `billing.not_configured`; 503
    `billing.provider_unavailable`."""
    found = await plans.list_sold_plans(db, resources, configuration)
    return [schemas.BillingPlan.from_plan(plan, price) for plan, price in found]


@router.get(
    f"{PLANS}/{{plan_id}}",
    permission=READ,
    response_model=schemas.BillingPlan,
    responses={204: {"description": "The account has no plan."}},
)
async def get_billing_plan(
    db: Transaction,
    resources: AllResources,
    configuration: CurrentConfiguration,
    plan_id: PlanOfSummary,
) -> schemas.BillingPlan | Response:
    """Get a plan, including one that is not for sale; 204 for `undefined`, the plan of an account that has
    none. 404 `billing.plan_not_found`; 503 `billing.provider_unavailable`."""
    if plan_id is None:
        return Response(status_code=204)
    return schemas.BillingPlan.from_plan(
        *await plans.get_plan_with_price(db, resources, configuration, plan_id)
    )


@router.post(f"{BILLING}/payment-providers/stripe/subscriptions/v1", permission=WRITE)
async def create_billing_subscription(
    call: CurrentBillingCall, data: schemas.SubscriptionIn
) -> schemas.SubscriptionBegun:
    """Create a subscription. With the account's card it is paid now. Without one, the browser pays with the
    secret. Asked twice, it is begun once.

    404 `billing.plan_not_found`, `billing.not_configured`; 409 `billing.already_subscribed`,
    `billing.externally_managed`, `billing.card_declined`, `billing.under_way`, `billing.refused`; 503
    `billing.provider_unavailable`.
    """
    return await subscriptions.create_subscription(call, data)


@router.get(FIRST, permission=READ, name="list_billing_subscriptions")
@router.get(MANAGED, permission=READ, name="list_managed_subscriptions")
async def list_subscriptions(db: Transaction, caller: Caller) -> list[schemas.SubscriptionOut]:
    """The one that counts first, then the newest; 100 at most."""
    found = await SUBSCRIPTIONS.all(db, caller.tenant_id)
    managed = bool(found) and await is_externally_managed(db, caller.tenant_id)
    return [schemas.SubscriptionOut.from_row(one, externally_managed=managed) for one in found]


@router.get(f"{FIRST}{ONE}", permission=READ, name="get_billing_subscription")
@router.get(f"{MANAGED}{ONE}", permission=READ, name="get_managed_subscription")
async def get_subscription(
    db: Transaction, caller: Caller, subscription_id: UUID
) -> schemas.SubscriptionOut:
    """404 `billing.subscription_not_found`."""
    found = await subscriptions.get_subscription(db, caller.tenant_id, subscription_id)
    managed = await is_externally_managed(db, caller.tenant_id)
    return schemas.SubscriptionOut.from_row(found, externally_managed=managed)


@router.get(f"{FIRST}{ONE}/previews", permission=READ)
async def preview_billing_change(
    call: CurrentBillingCall,
    subscription_id: UUID,
    plan_id: Annotated[schemas.Reference, Query(alias="planId", examples=["team"])],
) -> schemas.BillingPreview:
    """What a change of the plan would cost now. 404 `billing.subscription_not_found`,
    `billing.plan_not_found`; 409 `billing.not_now`, `billing.refused`; 503
    `billing.provider_unavailable`."""
    return await subscription_changes.preview_subscription_change(call, subscription_id, plan_id)


@router.put(f"{FIRST}{ONE}", permission=WRITE, name="change_billing_subscription")
@router.put(f"{MANAGED}{ONE}", permission=WRITE, name="change_managed_subscription")
async def change_subscription(
    call: CurrentBillingCall, subscription_id: UUID, data: schemas.SubscriptionChange
) -> Response:
    """Another plan, another card, or both; what is open is paid. A plan that costs more is charged for at
    once, one that costs less is credited. Asked twice, it is charged once.

    400 `request.invalid`: a preview older than an hour. 403 `billing.not_offered`: a cheaper plan where the
    vendor does not allow that. 404 `billing.subscription_not_found`, `billing.plan_not_found`,
    `billing.payment_method_not_found`. 409 `billing.externally_managed`, `billing.not_now`,
    `billing.card_declined`, `billing.under_way`, `billing.refused`. 503 `billing.provider_unavailable`.
    """
    await subscription_changes.change_subscription(call, subscription_id, data)
    return Response()


@router.put(f"{FIRST}{ONE}/cancellations/", permission=WRITE, name="cancel_billing_subscription")
@router.put(f"{MANAGED}{ONE}/cancellations/", permission=WRITE, name="cancel_managed_subscription")
@router.put(
    f"{FIRST}{ONE}/cancellations",
    permission=WRITE,
    include_in_schema=False,
    name="cancel_without_slash",
)
@router.put(
    f"{MANAGED}{ONE}/cancellations",
    permission=WRITE,
    include_in_schema=False,
    name="cancel_managed_without_slash",
)
async def cancel_subscription(call: CurrentBillingCall, subscription_id: UUID) -> Response:
    """At the end of what is paid. 403 `billing.not_offered`; 404 `billing.subscription_not_found`; 409
    `billing.externally_managed`, `billing.not_now`: it does not run, or ends already; 503
    `billing.provider_unavailable`."""
    await subscriptions.cancel_subscription(call, subscription_id)
    return Response()


@router.put(f"{FIRST}{ONE}/renewals/", permission=WRITE, name="renew_billing_subscription")
@router.put(f"{MANAGED}{ONE}/renewals/", permission=WRITE, name="renew_managed_subscription")
@router.put(
    f"{FIRST}{ONE}/renewals", permission=WRITE, include_in_schema=False, name="renew_without_slash"
)
@router.put(
    f"{MANAGED}{ONE}/renewals",
    permission=WRITE,
    include_in_schema=False,
    name="renew_managed_without_slash",
)
async def renew_subscription(call: CurrentBillingCall, subscription_id: UUID) -> Response:
    """It does not end after all. 404 `billing.subscription_not_found`; 409 `billing.externally_managed`,
    `billing.not_now`: it was not going to end, or has ended; 503 `billing.provider_unavailable`."""
    await subscriptions.renew_subscription(call, subscription_id)
    return Response()


async def read_signed_card_event(request: Request, resources: AllResources) -> EventFact:
    """The event, verified by the signature of the raw body."""
    try:
        signature = request.headers.get("stripe-signature", "")
        return get_cards(resources).read_event(await request.body(), signature)
    except EventRefused as refusal:
        log.warning("card webhook refused", reason=refusal.message)
        raise


# The event is the first dependency: a body without a valid signature opens no transaction.
@router.post("/webhooks/stripe")
async def receive_card_event(
    event: Annotated[EventFact, Depends(read_signed_card_event)], db: SystemTransaction
) -> Response:
    """Note a signed event, once, and answer; a job reads what has changed.

    400 `billing.event_refused` when the signature is missing, does not fit, or is more than five minutes
    old: nothing is noted. 404 `billing.not_configured`.
    """
    await card_events.store_card_event(db, event)
    return Response()
