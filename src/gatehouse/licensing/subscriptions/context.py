"""The context of every change of a subscription: the caller, the database and the payment provider."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from fastapi import Depends

from gatehouse.access.guard import CurrentCall, GuardedCall, require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal, refuse_impersonated
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.resources import AllResources, Resources
from gatehouse.licensing.errors import NoSubscription, SubscriptionEnded
from gatehouse.licensing.events import LicenseEvent
from gatehouse.licensing.licenses import subscription_queries
from gatehouse.licensing.licenses.identifiers import LicenseName
from gatehouse.licensing.licenses.schemas import LicenseOut
from gatehouse.licensing.licenses.service import get_license, get_license_id
from gatehouse.licensing.purchases import service as purchases
from gatehouse.licensing.purchases.settlement import SettlementContext, build_settlement_context
from gatehouse.providers.payments.port import Payments, SubscriptionFact


@dataclass(frozen=True, slots=True)
class SubscriptionChangeContext:
    """The caller, the license that they mean, and short transactions of their own around the calls to the
    provider."""

    call: GuardedCall
    payments: Payments
    terms: SettlementContext
    caller: Principal
    license_id: UUID
    box: Box


async def read_running_subscription(context: SubscriptionChangeContext) -> SubscriptionFact:
    """The subscription as the provider knows it now; refused when it can never run again, or was moved to
    another customer."""
    async with context.call.transaction() as db:
        subscribed = await subscription_queries.SUBSCRIBED.first(
            db, context.caller.tenant_id, context.license_id
        )
    if subscribed is None or subscribed.subscription_id is None:
        raise NoSubscription("This license has no subscription")
    fact = await context.payments.find_subscription(subscribed.subscription_id)
    if fact is None or fact.status == "canceled" or fact.customer_id != subscribed.customer_id:
        if fact:
            await apply_provider_answer(context, fact)
        raise SubscriptionEnded("The subscription has ended. Subscribe again to continue.")
    return fact


async def apply_provider_answer(
    context: SubscriptionChangeContext,
    fact: SubscriptionFact,
    announces: Callable[[UUID, UUID, str], LicenseEvent] | None = None,
) -> LicenseOut:
    """Apply the provider's answer, say who asked for it, and show what became of the license."""
    async with context.call.transaction() as db:
        await purchases.settle_fact(db, context.terms, fact, clock.now())
        license_now = await get_license(db, context.box, context.caller, context.license_id)
        if announces:
            event = announces(context.caller.tenant_id, context.license_id, license_now.name)
            await announce_event(db, event, by=context.caller.actor)
        return license_now


CanChange = Annotated[Principal, require(Permission.LICENSING_WRITE_LICENSES)]
CanPay = Annotated[Principal, require(Permission.LICENSING_WRITE_BILLING)]


async def _build_change_context(
    name: str, call: GuardedCall, caller: Principal, resources: Resources
) -> SubscriptionChangeContext:
    async with call.transaction() as db:
        license_id = await get_license_id(db, caller.tenant_id, name)
    terms = build_settlement_context(resources, certain=True)
    return SubscriptionChangeContext(
        call, resources[Payments], terms, caller, license_id, resources[Box]
    )


async def get_change_context(
    license_id: LicenseName, call: CurrentCall, caller: CanChange, resources: AllResources
) -> SubscriptionChangeContext:
    """`Impersonated`: it changes what the account pays."""
    refuse_impersonated(caller.impersonator_id)
    return await _build_change_context(license_id, call, caller, resources)


async def get_payment_context(
    license_id: LicenseName, call: CurrentCall, caller: CanPay, resources: AllResources
) -> SubscriptionChangeContext:
    return await _build_change_context(license_id, call, caller, resources)


ChangeContext = Annotated[SubscriptionChangeContext, Depends(get_change_context)]
PaymentContext = Annotated[SubscriptionChangeContext, Depends(get_payment_context)]
