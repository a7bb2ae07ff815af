"""Another plan, another card: what it costs, and doing it."""

from datetime import datetime, timedelta
from uuid import UUID

from gatehouse.audit.service import announce_event
from gatehouse.billing import accounts
from gatehouse.billing.accounts import get_billing_account, lock_billing_account
from gatehouse.billing.errors import CardsBusy, CardsRefused, NotNow, VendorForbids
from gatehouse.billing.events import SubscriptionCardChanged, SubscriptionPlanChanged
from gatehouse.billing.models import BillingAccount, Subscription
from gatehouse.billing.payment_methods import get_method_at_provider
from gatehouse.billing.plans import get_cards, get_sold_plan, is_cheaper
from gatehouse.billing.provider.port import Cards, CardSubscriptionChange
from gatehouse.billing.schemas import BillingPreview, SubscriptionChange
from gatehouse.billing.states import RUNNING, UNPAID, is_over
from gatehouse.billing.subscriptions import BillingCall
from gatehouse.kit import clock
from gatehouse.kit.errors import Invalid
from gatehouse.vendor.configuration.snapshot import Snapshot
from gatehouse.vendor.plans import VendorPlan

PREVIEW_HOLDS = timedelta(hours=1)


async def preview_subscription_change(
    call: BillingCall, subscription_id: UUID, plan_id: str
) -> BillingPreview:
    """Raises `BillingNotConfigured`, `BillingSubscriptionNotFound`, `PlanNotSold`, `NotNow`, `CardsRefused`
    or `CardsUnavailable`."""
    cards = get_cards(call.resources)
    plan = get_sold_plan(call.configuration, plan_id)
    found = await call.get_subscription(subscription_id)
    account = await get_billing_account(call.db, call.tenant_id)
    if found.status not in RUNNING or account.customer is None:
        raise NotNow("The subscription is not active.")
    dated = clock.now().replace(microsecond=0)
    cheaper = await is_cheaper(call.db, call.resources, plan.price_id or "", found.price)
    await call.db.pause()
    change = _build_plan_change(found, plan, None, dated, cheaper=cheaper)
    fact = await cards.preview_change(account.customer, change)
    return BillingPreview(
        amount_due=fact.amount_due, total=fact.total, currency=fact.currency, proration_date=dated
    )


async def change_subscription(
    call: BillingCall, subscription_id: UUID, data: SubscriptionChange
) -> None:
    """Raises `BillingNotConfigured`, `BillingSubscriptionNotFound`, `PlanNotSold`, `PaymentMethodNotFound`,
    `ExternallyManaged`, `VendorForbids`, `NotNow`, `OrderUnderWay`, `CardDeclined`, `CardsRefused` or
    `CardsUnavailable`."""
    db, tenant_id = call.db, call.tenant_id
    cards = get_cards(call.resources)
    _require_recent_preview(data.proration_date)
    known = await call.get_subscription(subscription_id)
    await lock_billing_account(db, tenant_id)
    plan = get_sold_plan(call.configuration, data.plan_id)
    method = await get_method_at_provider(db, cards, tenant_id, data.payment_method_id)
    cheaper = await is_cheaper(db, call.resources, plan.price_id or "", known.price)
    account = await lock_billing_account(db, tenant_id)
    found = await call.get_subscription(subscription_id)
    _check_plan_change(call.configuration, found, plan, cheaper=cheaper)
    if _has_plan_and_method(found, account, plan, method):
        return
    change = _build_plan_change(found, plan, method, data.proration_date, cheaper=cheaper)
    await _order_change(call, cards, account, found, change)
    kind = SubscriptionPlanChanged if plan.price_id != found.price else SubscriptionCardChanged
    event = kind(tenant_id, found.id, plan.name)
    await announce_event(db, event, by=call.caller.actor)


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


def _require_recent_preview(given: datetime | None) -> None:
    if given is not None and not clock.now() - PREVIEW_HOLDS <= given <= clock.now():
        raise Invalid("This preview is outdated. Review the price again.")


def _has_plan_and_method(
    found: Subscription, account: BillingAccount, plan: VendorPlan, method: str
) -> bool:
    return (
        found.status in RUNNING
        and (found.price, found.method) == (plan.price_id, method)
        and account.default_method == method
    )


async def _order_change(
    call: BillingCall,
    cards: Cards,
    account: BillingAccount,
    found: Subscription,
    change: CardSubscriptionChange,
) -> None:
    """The card first, so that it is the one to be charged; then the plan, or what is open."""
    method = change.method or ""
    what = f"change {found.external_id} {change.price} {method} {found.latest_invoice}"
    order = await accounts.begin_order(call.db, call.tenant_id, what)
    await call.db.pause()
    try:
        await cards.set_default_method(account.customer or "", method)
        if change.price != found.price:
            await cards.change_subscription(change, str(order))
        elif found.method != method:
            await cards.set_subscription_method(found.external_id, method)
        if found.status in UNPAID and found.latest_invoice:
            await cards.pay_invoice(found.latest_invoice, method, f"{order} pay")
    except CardsBusy:
        raise
    except CardsRefused:
        await call.refresh_account(cards)
        await accounts.finish_order(call.db, call.tenant_id, order)
        raise
    await call.refresh_account(cards)
    await accounts.finish_order(call.db, call.tenant_id, order)


def _build_plan_change(
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
