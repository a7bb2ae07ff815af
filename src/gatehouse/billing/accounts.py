"""Billing accounts: the customer at the card provider, and the orders that cost money, each made once."""

from datetime import timedelta
from uuid import UUID

from gatehouse.access.errors import TenantNotFound
from gatehouse.access.principal import Principal
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.audit.service import announce_event
from gatehouse.billing import errors, queries
from gatehouse.billing.events import BillingConfigured, BillingCustomerChanged
from gatehouse.billing.models import BillingAccount
from gatehouse.billing.plans import get_cards
from gatehouse.billing.queries import METHODS, SUBSCRIPTIONS
from gatehouse.billing.schemas import BillingConfigurationIn, BillingSummary, CustomerIn
from gatehouse.billing.states import is_over
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.snapshot import Snapshot
from gatehouse.vendor.plans import VendorPlan


async def lock_billing_account(db: Db, tenant_id: UUID) -> BillingAccount:
    """The account, locked, and made when there is none. Raises `ExternallyManaged`."""
    account = await queries.LOCKED_ACCOUNT.first(db, tenant_id) or await _add_billing_account(
        db, tenant_id
    )
    if account.externally_managed:
        raise errors.ExternallyManaged("Billing is externally managed.")
    return account


async def get_or_create_customer(db: Db, resources: Resources, account: BillingAccount) -> str:
    """Who the account is at the provider; made there when there is none. Nothing is locked any more then."""
    if account.customer:
        return account.customer
    await db.pause()
    tenant = await resources[ExternalIds].replace_in_text(str(account.tenant_id))
    made = await get_cards(resources).create_customer(tenant, f"customer {account.id}")
    return await queries.SET_CUSTOMER.one(db, account.tenant_id, made, clock.now())


async def set_billing_customer(
    db: Db, resources: Resources, caller: Principal, data: CustomerIn
) -> str:
    """Raises `BillingNotConfigured` or `ExternallyManaged`."""
    cards = get_cards(resources)
    customer = await get_or_create_customer(
        db, resources, await lock_billing_account(db, caller.tenant_id)
    )
    await db.pause()
    await cards.update_customer(customer, data.tenant_name or data.name, data.email)
    event = BillingCustomerChanged(caller.tenant_id, data.name, data.email)
    await announce_event(db, event, by=caller.actor)
    return customer


async def get_customer_id(db: Db, caller: Principal, tenant_id: UUID) -> str:
    """Raises `BillingAccountNotFound`."""
    account = await get_own_billing_account(db, caller, tenant_id)
    if account.customer is None:
        raise _account_not_found()
    return account.customer


async def get_own_billing_account(db: Db, caller: Principal, tenant_id: UUID) -> BillingAccount:
    """`BillingAccountNotFound`, also for another account."""
    if tenant_id != caller.tenant_id:
        raise _account_not_found()
    return await get_billing_account(db, tenant_id)


async def get_billing_account(db: Db, tenant_id: UUID) -> BillingAccount:
    """Raises `BillingAccountNotFound`."""
    account = await queries.ACCOUNT.first(db, tenant_id)
    if account is None:
        raise _account_not_found()
    return account


async def read_billing_summary(
    db: Db, caller: Principal, configuration: Snapshot, tenant_id: UUID
) -> BillingSummary:
    """`BillingAccountNotFound` for another account."""
    if tenant_id != caller.tenant_id:
        raise _account_not_found()
    account = await queries.ACCOUNT.first(db, tenant_id)
    default = (account and account.default_plan) or configuration.vendor.default_plan
    plans = {plan.key: plan.id for plan in configuration.plans}
    if account is None:
        return BillingSummary(
            externally_managed=False, default_plan_id=plans.get(default) if default else None
        )
    current = next(iter(await SUBSCRIPTIONS.all(db, tenant_id)), None)
    method = next((one for one in await METHODS.all(db, tenant_id) if one.is_default), None)
    return BillingSummary(
        tenant_configuration_id=account.id,
        subscription_id=current.id if current else None,
        externally_managed=account.externally_managed,
        current_plan_id=(
            plans.get(current.plan) if current and current.plan and not is_over(current) else None
        ),
        payment_method_id=method.id if method else None,
        default_plan_id=plans.get(default) if default else None,
    )


async def configure_own_billing(db: Db, caller: Principal, data: BillingConfigurationIn) -> UUID:
    """`BillingAccountNotFound` for another account, `VendorForbids`."""
    if data.tenant_id != caller.tenant_id:
        raise _account_not_found()
    account = await queries.ACCOUNT.first(db, caller.tenant_id)
    managed = account.externally_managed if account else False
    asked = managed if data.externally_managed is None else data.externally_managed
    if asked != managed or data.default_plan_id is not None:
        raise errors.VendorForbids("Only the vendor can change this")
    return (account or await _add_billing_account(db, caller.tenant_id)).id


async def configure_billing_of_tenant(
    db: Db, caller: VendorPrincipal, configuration: Snapshot, data: BillingConfigurationIn
) -> UUID:
    """Raises `BillingAccountNotFound` or `PlanNotSold`."""
    try:
        await get_tenant(db, data.tenant_id)
    except TenantNotFound:
        raise _account_not_found() from None
    default = _get_plan(configuration, data.default_plan_id) if data.default_plan_id else None
    account = await queries.LOCKED_ACCOUNT.first(db, data.tenant_id) or await _add_billing_account(
        db, data.tenant_id
    )
    managed, key = bool(data.externally_managed), default.key if default else None
    await queries.CONFIGURE.run(db, data.tenant_id, managed, key, clock.now())
    event = BillingConfigured(data.tenant_id, externally_managed=managed, default_plan=key)
    await announce_event(db, event, by=caller.actor)
    return account.id


async def _add_billing_account(db: Db, tenant_id: UUID) -> BillingAccount:
    await queries.ADD_ACCOUNT.run(db, tenant_id, new_id(), clock.now())
    return await queries.LOCKED_ACCOUNT.one(db, tenant_id)


def _get_plan(configuration: Snapshot, plan_id: UUID) -> VendorPlan:
    for plan in configuration.plans:
        if plan.id == plan_id:
            return plan
    raise errors.PlanNotSold("The plan was not found")


def _account_not_found() -> errors.BillingAccountNotFound:
    return errors.BillingAccountNotFound("The billing account was not found")


# Longer than the provider could still be working on one that we gave up.
ABANDONED = timedelta(minutes=2)
# The provider knows a key for a day.
KEPT = timedelta(hours=23)


async def begin_order(db: Db, tenant_id: UUID, what: str) -> UUID:
    """Open an order, or return the id of the open order for the same change. Raises `OrderUnderWay` while an
    order for something else is open."""
    now = clock.now()
    order = await queries.BEGIN_ORDER.first(
        db, tenant_id, what, new_id(), now, now - ABANDONED, now - KEPT
    )
    if order is None:
        raise errors.OrderUnderWay("Another change is in progress. Try again in a moment.")
    return order


async def finish_order(db: Db, tenant_id: UUID, order: UUID) -> None:
    await queries.FINISH_ORDER.run(db, tenant_id, order)
