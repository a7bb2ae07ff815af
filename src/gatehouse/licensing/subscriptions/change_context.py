"""The context of every change of a subscription: the caller, the database and the payment provider."""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.guard import GuardedCall
from gatehouse.access.principal import Principal
from gatehouse.audit.actors import by_caller
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.licensing.licenses.events import LicenseEvent
from gatehouse.licensing.licenses.models import ListedLicense
from gatehouse.licensing.licenses.service import get_license
from gatehouse.licensing.purchases import service as purchases
from gatehouse.licensing.purchases.settlement_context import SettlementContext
from gatehouse.licensing.subscriptions import queries
from gatehouse.licensing.subscriptions.errors import NoSubscription, SubscriptionEnded
from gatehouse.providers.payments.port import Payments, SubscriptionFact


@dataclass(frozen=True, slots=True)
class SubscriptionChangeContext:
    """The caller, the license that they mean, and short transactions of their own around the calls to the
    provider."""

    call: GuardedCall
    payments: Payments
    terms: SettlementContext
    caller: Principal
    client: Client
    license_id: UUID
    box: Box


async def read_running_subscription(desk: SubscriptionChangeContext) -> SubscriptionFact:
    """The subscription as the provider knows it now; refused when it can never run again, or was moved to
    another customer."""
    async with desk.call.transaction() as db:
        subscribed = await queries.SUBSCRIBED.first(db, desk.caller.tenant_id, desk.license_id)
    if subscribed is None or subscribed.subscription_id is None:
        raise NoSubscription("This license has no subscription")
    fact = await desk.payments.subscription(subscribed.subscription_id)
    if fact is None or fact.status == "canceled" or fact.customer_id != subscribed.customer_id:
        if fact:
            await apply_provider_answer(desk, fact)
        raise SubscriptionEnded("The subscription has ended. Buy the license again to go on.")
    return fact


async def apply_provider_answer(
    desk: SubscriptionChangeContext,
    fact: SubscriptionFact,
    announces: Callable[[UUID, UUID, str], LicenseEvent] | None = None,
) -> ListedLicense:
    """Apply the provider's answer, say who asked for it, and show what became of the license."""
    async with desk.call.transaction() as db:
        await purchases.apply_fact(db, desk.terms, fact, clock.now())
        license_now = await get_license(db, desk.box, desk.caller, desk.license_id)
        if announces:
            event = announces(desk.caller.tenant_id, desk.license_id, license_now.name)
            await announce_event(db, event, by=by_caller(desk.caller, desk.client))
        return license_now
