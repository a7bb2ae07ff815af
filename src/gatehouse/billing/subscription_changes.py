"""Another plan, another card: what it costs, and doing it."""

from datetime import datetime, timedelta
from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce_event
from gatehouse.billing import accounts
from gatehouse.billing.accounts import account_of, lock_billing_account
from gatehouse.billing.errors import CardsBusy, CardsRefused, NotNow, VendorForbids
from gatehouse.billing.events import SubscriptionCardChanged, SubscriptionPlanChanged
from gatehouse.billing.models import BillingAccount, Subscription
from gatehouse.billing.payment_methods import method_at_provider
from gatehouse.billing.plans import cards_of, costs_less, find_sold_plan
from gatehouse.billing.provider.port import Cards, CardSubscriptionChange
from gatehouse.billing.reading import read_again
from gatehouse.billing.schemas import BillingPreview, SubscriptionChange
from gatehouse.billing.states import RUNNING, UNPAID, is_over
from gatehouse.billing.subscriptions import subscription_of
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.errors import Invalid
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.snapshot import Snapshot
from gatehouse.vendor.plans import VendorPlan

PREVIEW_HOLDS = timedelta(hours=1)


async def preview_subscription_change(
    db: Db,
    resources: Resources,
    configuration: Snapshot,
    caller: Principal,
    subscription_id: UUID,
    plan_id: str,
) -> BillingPreview:
    """Raises `BillingNotConfigured`, `SubscriptionNotFound`, `PlanNotSold`, `NotNow`, `CardsRefused` or
    `CardsUnavailable`."""
    cards = cards_of(resources)
    plan = find_sold_plan(configuration, plan_id)
    found = await subscription_of(db, caller.tenant_id, subscription_id)
    account = await account_of(db, caller.tenant_id)
    if found.status not in RUNNING or account.customer is None:
        raise NotNow("The subscription is not active.")
    dated = clock.now().replace(microsecond=0)
    cheaper = await costs_less(db, resources, plan.price_id or "", found.price)
    await db.pause()
    fact = await cards.preview(
        account.customer, _describe_plan_change(found, plan, None, dated, cheaper=cheaper)
    )
    return BillingPreview(
        amount_due=fact.amount_due, total=fact.total, currency=fact.currency, proration_date=dated
    )


async def change_subscription(
    db: Db,
    resources: Resources,
    configuration: Snapshot,
    caller: Principal,
    subscription_id: UUID,
    data: SubscriptionChange,
) -> None:
    """Raises `BillingNotConfigured`, `SubscriptionNotFound`, `PlanNotSold`, `PaymentMethodNotFound`,
    `ExternallyManaged`, `VendorForbids`, `NotNow`, `OrderUnderWay`, `CardDeclined`, `CardsRefused` or
    `CardsUnavailable`."""
    cards = cards_of(resources)
    _check_date(data.proration_date)
    known = await subscription_of(db, caller.tenant_id, subscription_id)
    await lock_billing_account(db, caller.tenant_id)
    plan = find_sold_plan(configuration, data.plan_id)
    method = await method_at_provider(db, cards, caller.tenant_id, data.payment_method_id)
    cheaper = await costs_less(db, resources, plan.price_id or "", known.price)
    account = await lock_billing_account(db, caller.tenant_id)
    found = await subscription_of(db, caller.tenant_id, subscription_id)
    _check_plan_change(configuration, found, plan, cheaper=cheaper)
    if _is_so_already(found, account, plan, method):
        return
    dated = data.proration_date
    wished = _describe_plan_change(found, plan, method, dated, cheaper=cheaper)
    await _order_change(db, cards, configuration, account, found, wished)
    await _announce_change(db, caller, found, plan)


def _check_plan_change(
    configuration: Snapshot, found: Subscription, plan: VendorPlan, *, cheaper: bool
) -> None:
    if is_over(found):
        raise NotNow("The subscription has ended. Subscribe again.")
    if plan.price_id == found.price:
        return
    if found.status not in RUNNING:
        raise NotNow("A payment is due. Pay it before you change the plan.")
    if cheaper and not configuration.vendor.allow_plan_downgrade:
        raise VendorForbids("Downgrades are not available here. Contact the vendor.")


def _check_date(given: datetime | None) -> None:
    if given is not None and not clock.now() - PREVIEW_HOLDS <= given <= clock.now():
        raise Invalid("This preview is outdated. Review the price again.")


def _is_so_already(
    found: Subscription, account: BillingAccount, plan: VendorPlan, method: str
) -> bool:
    return (
        found.status in RUNNING
        and (found.price, found.method) == (plan.price_id, method)
        and account.default_method == method
    )


async def _order_change(
    db: Db,
    cards: Cards,
    configuration: Snapshot,
    account: BillingAccount,
    found: Subscription,
    wished: CardSubscriptionChange,
) -> None:
    """The card first, so that it is the one to be charged; then the plan, or what is open."""
    method = wished.method or ""
    what = f"change {found.external_id} {wished.price} {method} {found.latest_invoice}"
    order = await accounts.begin_order(db, account.tenant_id, what)
    await db.pause()
    try:
        await cards.make_default(account.customer or "", method)
        if wished.price != found.price:
            await cards.change(wished, str(order))
        elif found.method != method:
            await cards.use_method(found.external_id, method)
        if found.status in UNPAID and found.latest_invoice:
            await cards.pay(found.latest_invoice, method, f"{order} pay")
    except CardsBusy:
        raise
    except CardsRefused:
        await read_again(db, cards, configuration, account.tenant_id)
        await accounts.finish_order(db, account.tenant_id, order)
        raise
    await read_again(db, cards, configuration, account.tenant_id)
    await accounts.finish_order(db, account.tenant_id, order)


async def _announce_change(
    db: Db, caller: Principal, found: Subscription, plan: VendorPlan
) -> None:
    kind = SubscriptionPlanChanged if plan.price_id != found.price else SubscriptionCardChanged
    event = kind(caller.tenant_id, found.id, plan.name)
    await announce_event(db, event, by=caller.actor)


def _describe_plan_change(
    found: Subscription,
    plan: VendorPlan,
    method: str | None,
    dated: datetime | None,
    *,
    cheaper: bool,
) -> CardSubscriptionChange:
    return CardSubscriptionChange(
        subscription=found.external_id,
        item=found.item,
        price=plan.price_id or "",
        method=method,
        charges_now=not cheaper and found.status == "active",
        dated=dated,
    )
