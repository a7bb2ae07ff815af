"""Subscriptions of an account: read, create, cancel and renew."""

from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce_event
from gatehouse.billing import accounts, queries
from gatehouse.billing.accounts import lock_billing_account, with_customer
from gatehouse.billing.errors import (
    AlreadySubscribed,
    BillingSubscriptionNotFound,
    CardsBusy,
    CardsRefused,
    NotNow,
    VendorForbids,
)
from gatehouse.billing.events import (
    BillingSubscriptionEvent,
    SubscriptionCanceled,
    SubscriptionCreated,
    SubscriptionRenewed,
)
from gatehouse.billing.models import Subscription
from gatehouse.billing.payment_methods import WATCHED_FOR, charged_method
from gatehouse.billing.plans import cards_of, find_sold_plan
from gatehouse.billing.provider.port import Cards, StartedSubscription
from gatehouse.billing.queries import ACCOUNT
from gatehouse.billing.reading import read_again
from gatehouse.billing.schemas import SubscriptionBegun, SubscriptionIn, SubscriptionOut
from gatehouse.billing.states import RUNNING, has_cancellation, is_over
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.snapshot import Snapshot
from gatehouse.vendor.plans import VendorPlan


async def subscriptions_of(db: Db, caller: Principal) -> list[SubscriptionOut]:
    found = await queries.SUBSCRIPTIONS.all(db, caller.tenant_id)
    managed = bool(found) and await _is_managed(db, caller.tenant_id)
    return [SubscriptionOut.from_row(one, externally_managed=managed) for one in found]


async def get_subscription(db: Db, caller: Principal, subscription_id: UUID) -> SubscriptionOut:
    """Raises `BillingSubscriptionNotFound`."""
    found = await subscription_of(db, caller.tenant_id, subscription_id)
    managed = await _is_managed(db, caller.tenant_id)
    return SubscriptionOut.from_row(found, externally_managed=managed)


async def subscription_of(db: Db, tenant_id: UUID, subscription_id: UUID) -> Subscription:
    """Raises `BillingSubscriptionNotFound`."""
    found = await queries.SUBSCRIPTION.first(db, tenant_id, subscription_id)
    if found is None:
        raise BillingSubscriptionNotFound("Subscription not found.")
    return found


async def _is_managed(db: Db, tenant_id: UUID) -> bool:
    account = await ACCOUNT.first(db, tenant_id)
    return account is not None and account.externally_managed


async def create_subscription(
    db: Db, resources: Resources, configuration: Snapshot, caller: Principal, data: SubscriptionIn
) -> SubscriptionBegun:
    """Raises `BillingNotConfigured`, `PlanNotSold`, `ExternallyManaged`, `AlreadySubscribed`,
    `OrderUnderWay`, `CardDeclined`, `CardsRefused` or `CardsUnavailable`."""
    cards = cards_of(resources)
    plan = find_sold_plan(configuration, data.stripe_plan_id)
    customer = await with_customer(db, resources, await lock_billing_account(db, caller.tenant_id))
    # Sees a card that was added just now, and the outcome of an order whose answer was lost.
    await read_again(db, cards, configuration, caller.tenant_id)
    await db.pause()
    await lock_billing_account(db, caller.tenant_id)
    former = await queries.SUBSCRIPTIONS.all(db, caller.tenant_id)
    open_one = next((one for one in former if not is_over(one)), None)
    if open_one and (open_one.status != "incomplete" or open_one.price != plan.price_id):
        raise AlreadySubscribed("A subscription already exists. Change its plan instead.")
    if open_one:
        await db.pause()
        begun = await cards.begun(open_one.external_id)
        return SubscriptionBegun(subscription_id=open_one.id, subscription_secret=begun.secret)
    begun = await _begin_subscription(
        db, cards, configuration, caller, customer, plan, is_first=not former
    )
    made = await queries.SUBSCRIPTION_BY_EXTERNAL_ID.one(db, caller.tenant_id, begun.id)
    event = SubscriptionCreated(caller.tenant_id, made.id, plan.name)
    await announce_event(db, event, by=caller.actor)
    return SubscriptionBegun(subscription_id=made.id, subscription_secret=begun.secret)


async def _begin_subscription(
    db: Db,
    cards: Cards,
    configuration: Snapshot,
    caller: Principal,
    customer: str,
    plan: VendorPlan,
    *,
    is_first: bool,
) -> StartedSubscription:
    """Only an account's first subscription has a trial."""
    tenant_id, price = caller.tenant_id, plan.price_id or ""
    method = await charged_method(db, tenant_id)
    trial = plan.trial_days if is_first else None
    order = await accounts.begin_order(db, tenant_id, f"subscribe {price} {method} {trial}")
    await queries.WATCH_ACCOUNT.run(db, tenant_id, clock.now() + WATCHED_FOR)
    await db.pause()
    try:
        begun = await cards.subscribe(customer, price, method, trial, str(order))
    except CardsBusy:
        raise
    except CardsRefused:
        await accounts.finish_order(db, tenant_id, order)
        raise
    await read_again(db, cards, configuration, tenant_id)
    await accounts.finish_order(db, tenant_id, order)
    return begun


async def cancel_subscription(
    db: Db, resources: Resources, configuration: Snapshot, caller: Principal, subscription_id: UUID
) -> None:
    """Raises `SubscriptionNotFound`, `ExternallyManaged`, `VendorForbids`, `NotNow` or `CardsUnavailable`."""
    found = await _require_changeable(db, caller, subscription_id)
    if not configuration.vendor.allow_plan_cancellation:
        raise VendorForbids("Subscriptions cannot be canceled here. Contact the vendor.")
    if found.status not in RUNNING or has_cancellation(found):
        raise NotNow("The subscription is not active or has already been canceled.")
    event = SubscriptionCanceled(caller.tenant_id, found.id, found.plan or found.price)
    await _set_end(db, resources, configuration, caller, found, event, cancels=True)


async def renew_subscription(
    db: Db, resources: Resources, configuration: Snapshot, caller: Principal, subscription_id: UUID
) -> None:
    """Raises `SubscriptionNotFound`, `ExternallyManaged`, `NotNow` or `CardsUnavailable`."""
    found = await _require_changeable(db, caller, subscription_id)
    if not has_cancellation(found):
        raise NotNow("The subscription is not canceled or has already ended.")
    event = SubscriptionRenewed(caller.tenant_id, found.id, found.plan or found.price)
    await _set_end(db, resources, configuration, caller, found, event, cancels=False)


async def _require_changeable(db: Db, caller: Principal, subscription_id: UUID) -> Subscription:
    found = await subscription_of(db, caller.tenant_id, subscription_id)
    await lock_billing_account(db, caller.tenant_id)
    return found


async def _set_end(
    db: Db,
    resources: Resources,
    configuration: Snapshot,
    caller: Principal,
    found: Subscription,
    event: BillingSubscriptionEvent,
    *,
    cancels: bool,
) -> None:
    cards = cards_of(resources)
    await db.pause()
    await cards.cancel_at_period_end(found.external_id, cancels=cancels)
    await read_again(db, cards, configuration, caller.tenant_id)
    await announce_event(db, event, by=caller.actor)
