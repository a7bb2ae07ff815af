"""Ends a subscription and takes that back. The provider decides; its answer is applied like its news.

These functions open short transactions of their own around the calls to the provider.
"""

from dataclasses import dataclass
from uuid import UUID

from gatehouse.access.actor import Actor
from gatehouse.access.client import Client
from gatehouse.audit.service import announce
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.licensing.caller import scope_of
from gatehouse.licensing.licenses.errors import LicenseMissing
from gatehouse.licensing.licenses.models import ListedLicense
from gatehouse.licensing.licenses.service import get_license
from gatehouse.licensing.purchases import service as purchases
from gatehouse.licensing.purchases.terms import Terms
from gatehouse.licensing.subscriptions import queries
from gatehouse.licensing.subscriptions.errors import NoSubscription, SubscriptionEnded
from gatehouse.providers.payments.errors import PaymentsRefused
from gatehouse.providers.payments.port import Payments, SubscriptionFact, TransactionFact


@dataclass(frozen=True, slots=True)
class Desk:
    """What every change needs: who asks, from where, and the two sides to keep in step."""

    database: Database
    payments: Payments
    terms: Terms
    actor: Actor
    client: Client


async def cancel_license(desk: Desk, license_id: UUID) -> ListedLicense:
    """The subscription ends with the period that is paid. Asked twice, it is done once."""
    _, fact = await _running(desk, license_id)
    if fact.ends_at is None:
        fact = await _ended(desk.payments, fact)
        return await _keep(desk, license_id, fact, "license.canceled", "was canceled")
    return await _keep(desk, license_id, fact)


async def resume_license(desk: Desk, license_id: UUID) -> ListedLicense:
    """A scheduled end is taken back, a paused subscription starts again; a running one just runs."""
    subscription_id, fact = await _running(desk, license_id)
    if fact.status == "paused":
        fact = await desk.payments.unpause(subscription_id)
    elif fact.ends_at:
        fact = await desk.payments.go_on(subscription_id)
    else:
        return await _keep(desk, license_id, fact)
    return await _keep(desk, license_id, fact, "license.resumed", "was resumed")


async def update_payment_method(desk: Desk, license_id: UUID) -> TransactionFact:
    """The transaction to open in a checkout: it stores another card, or pays what is missing."""
    subscription_id, _ = await _running(desk, license_id)
    return await desk.payments.card_change(subscription_id)


async def _running(desk: Desk, license_id: UUID) -> tuple[str, SubscriptionFact]:
    """The subscription as the provider knows it now; refused when it can never run again."""
    async with desk.database.transaction(scope_of(desk.actor)) as db:
        subscribed = await queries.SUBSCRIBED.first(db, desk.actor.tenant_id, license_id)
    if subscribed is None:
        raise LicenseMissing("The license was not found")
    if subscribed.subscription_id is None:
        raise NoSubscription("This license has no subscription")
    fact = await desk.payments.subscription(subscribed.subscription_id)
    if fact is None or fact.status == "canceled":
        if fact:
            await _keep(desk, license_id, fact)
        raise SubscriptionEnded("The subscription has ended. Buy the license again to go on.")
    return subscribed.subscription_id, fact


async def _ended(payments: Payments, fact: SubscriptionFact) -> SubscriptionFact:
    """Of two who cancel at once the second is refused, and has what it wanted."""
    try:
        return await payments.end(fact.id)
    except PaymentsRefused:
        now = await payments.subscription(fact.id)
        if now is None or not (now.ends_at or now.status == "canceled"):
            raise
        return now


async def _keep(
    desk: Desk, license_id: UUID, fact: SubscriptionFact, event: str = "", what: str = ""
) -> ListedLicense:
    """Apply the provider's answer, say who asked for it, and show what became of the license."""
    async with desk.database.transaction(scope_of(desk.actor)) as db:
        await purchases.settle(db, desk.terms, fact, clock.now())
        license_now = await get_license(db, desk.actor, license_id)
        if event:
            await announce(
                db,
                event,
                tenant_id=desk.actor.tenant_id,
                description=f"{license_now.name} {what}",
                actor=desk.actor,
                client=desk.client,
                license_id=license_id,
            )
        return license_now
