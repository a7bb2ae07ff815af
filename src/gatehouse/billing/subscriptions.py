"""Subscriptions of an account: read, create, cancel and renew."""

from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from fastapi import Depends

from gatehouse.access.guard import Transaction
from gatehouse.access.principal import Principal
from gatehouse.access.router import Caller
from gatehouse.audit.service import announce_event
from gatehouse.billing import accounts, errors, events, queries
from gatehouse.billing.accounts import get_or_create_customer, lock_billing_account
from gatehouse.billing.models import Subscription
from gatehouse.billing.payment_methods import WATCHED_FOR, find_charged_method
from gatehouse.billing.plans import get_cards, get_sold_plan
from gatehouse.billing.provider.port import Cards, StartedSubscription
from gatehouse.billing.queries import ACCOUNT
from gatehouse.billing.reading import refresh_account
from gatehouse.billing.schemas import SubscriptionBegun, SubscriptionIn
from gatehouse.billing.states import RUNNING, has_cancellation, is_over
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.resources import AllResources, Resources
from gatehouse.vendor.configuration.snapshot import Snapshot
from gatehouse.vendor.current import CurrentConfiguration
from gatehouse.vendor.plans import VendorPlan


@dataclass(frozen=True, slots=True)
class BillingCall:
    """A call of a tenant about its subscription, and the transaction that it runs in."""

    db: Db
    caller: Principal
    resources: Resources
    configuration: Snapshot

    @property
    def tenant_id(self) -> UUID:
        return self.caller.tenant_id

    async def refresh_account(self, cards: Cards) -> None:
        await refresh_account(self.db, cards, self.configuration, self.tenant_id)

    async def get_subscription(self, subscription_id: UUID) -> Subscription:
        """Raises `BillingSubscriptionNotFound`."""
        return await get_subscription(self.db, self.tenant_id, subscription_id)


async def get_billing_call(
    db: Transaction, caller: Caller, resources: AllResources, configuration: CurrentConfiguration
) -> BillingCall:
    return BillingCall(db, caller, resources, configuration)


CurrentBillingCall = Annotated[BillingCall, Depends(get_billing_call)]


async def get_subscription(db: Db, tenant_id: UUID, subscription_id: UUID) -> Subscription:
    """Raises `BillingSubscriptionNotFound`."""
    found = await queries.SUBSCRIPTION.first(db, tenant_id, subscription_id)
    if found is None:
        raise errors.BillingSubscriptionNotFound("Subscription not found.")
    return found


async def is_externally_managed(db: Db, tenant_id: UUID) -> bool:
    account = await ACCOUNT.first(db, tenant_id)
    return account is not None and account.externally_managed


async def create_subscription(call: BillingCall, data: SubscriptionIn) -> SubscriptionBegun:
    """Raises `BillingNotConfigured`, `PlanNotSold`, `ExternallyManaged`, `AlreadySubscribed`,
    `OrderUnderWay`, `CardDeclined`, `CardsRefused` or `CardsUnavailable`."""
    db, tenant_id = call.db, call.tenant_id
    cards = get_cards(call.resources)
    plan = get_sold_plan(call.configuration, data.stripe_plan_id)
    account = await lock_billing_account(db, tenant_id)
    customer = await get_or_create_customer(db, call.resources, account)
    # Sees a card that was added just now, and the outcome of an order whose answer was lost.
    await call.refresh_account(cards)
    await db.pause()
    await lock_billing_account(db, tenant_id)
    former = await queries.SUBSCRIPTIONS.all(db, tenant_id)
    open_one = next((one for one in former if not is_over(one)), None)
    if open_one and (open_one.status != "incomplete" or open_one.price != plan.price_id):
        raise errors.AlreadySubscribed("A subscription already exists. Change its plan instead.")
    if open_one:
        await db.pause()
        started = await cards.read_started_subscription(open_one.external_id)
        return SubscriptionBegun(subscription_id=open_one.id, subscription_secret=started.secret)
    started = await _start_subscription(call, cards, customer, plan, is_first=not former)
    made = await queries.SUBSCRIPTION_BY_EXTERNAL_ID.one(db, tenant_id, started.id)
    event = events.SubscriptionCreated(tenant_id, made.id, plan.name)
    await announce_event(db, event, by=call.caller.actor)
    return SubscriptionBegun(subscription_id=made.id, subscription_secret=started.secret)


async def _start_subscription(
    call: BillingCall, cards: Cards, customer: str, plan: VendorPlan, *, is_first: bool
) -> StartedSubscription:
    """Only an account's first subscription has a trial."""
    db, tenant_id, price = call.db, call.tenant_id, plan.price_id or ""
    method = await find_charged_method(db, tenant_id)
    trial = plan.trial_days if is_first else None
    order = await accounts.begin_order(db, tenant_id, f"subscribe {price} {method} {trial}")
    await queries.WATCH_ACCOUNT.run(db, tenant_id, clock.now() + WATCHED_FOR)
    await db.pause()
    try:
        started = await cards.subscribe(customer, price, method, trial, str(order))
    except errors.CardsBusy:
        raise
    except errors.CardsRefused:
        await accounts.finish_order(db, tenant_id, order)
        raise
    await call.refresh_account(cards)
    await accounts.finish_order(db, tenant_id, order)
    return started


async def cancel_subscription(call: BillingCall, subscription_id: UUID) -> None:
    """Raises `BillingSubscriptionNotFound`, `ExternallyManaged`, `VendorForbids`, `NotNow` or
    `CardsUnavailable`."""
    found = await _get_changeable_subscription(call, subscription_id)
    if not call.configuration.vendor.allow_plan_cancellation:
        raise errors.VendorForbids("Subscriptions cannot be canceled here. Contact the vendor.")
    if found.status not in RUNNING or has_cancellation(found):
        raise errors.NotNow("The subscription is not active or has already been canceled.")
    event = events.SubscriptionCanceled(call.tenant_id, found.id, found.plan or found.price)
    await _set_cancellation(call, found, event, cancels=True)


async def renew_subscription(call: BillingCall, subscription_id: UUID) -> None:
    """Raises `BillingSubscriptionNotFound`, `ExternallyManaged`, `NotNow` or `CardsUnavailable`."""
    found = await _get_changeable_subscription(call, subscription_id)
    if not has_cancellation(found):
        raise errors.NotNow("The subscription is not canceled or has already ended.")
    event = events.SubscriptionRenewed(call.tenant_id, found.id, found.plan or found.price)
    await _set_cancellation(call, found, event, cancels=False)


async def _get_changeable_subscription(call: BillingCall, subscription_id: UUID) -> Subscription:
    """Raises `BillingSubscriptionNotFound` or `ExternallyManaged`."""
    found = await call.get_subscription(subscription_id)
    await lock_billing_account(call.db, call.tenant_id)
    return found


async def _set_cancellation(
    call: BillingCall, found: Subscription, event: events.BillingSubscriptionEvent, *, cancels: bool
) -> None:
    cards = get_cards(call.resources)
    await call.db.pause()
    await cards.cancel_at_period_end(found.external_id, cancels=cancels)
    await call.refresh_account(cards)
    await announce_event(call.db, event, by=call.caller.actor)
