"""Ends a subscription and takes that back. The provider decides; its answer is applied like its news."""

from gatehouse.licensing.licenses.events import LicenseCanceled, LicenseResumed
from gatehouse.licensing.licenses.models import ListedLicense
from gatehouse.licensing.licenses.shown import must_have_shown
from gatehouse.licensing.subscriptions.desk import Desk, keep, running
from gatehouse.providers.payments.errors import PaymentsRefused
from gatehouse.providers.payments.port import Payments, SubscriptionFact, TransactionFact


async def cancel_license(desk: Desk) -> ListedLicense:
    """The subscription ends with the period that is paid; a paused one, which has none, at once. Asked twice,
    it is done once. `StepUpNeeded`, `RecentSignInNeeded`."""
    async with desk.call.transaction() as db:
        await must_have_shown(db, desk.caller)
    fact = await running(desk)
    if fact.ends_at:
        return await keep(desk, fact)
    if fact.pauses_at:
        # The provider schedules one thing at a time.
        fact = await desk.payments.go_on(fact.id)
    fact = await _ended(desk.payments, fact)
    return await keep(desk, fact, LicenseCanceled)


async def resume_license(desk: Desk) -> ListedLicense:
    """A scheduled end or pause is taken back, a paused subscription starts again; a running one just runs."""
    fact = await running(desk)
    if fact.status == "paused":
        fact = await _unpaused(desk.payments, fact)
    elif fact.ends_at or fact.pauses_at:
        fact = await desk.payments.go_on(fact.id)
    else:
        return await keep(desk, fact)
    return await keep(desk, fact, LicenseResumed)


async def update_payment_method(desk: Desk) -> TransactionFact:
    """The transaction to open in a checkout: it stores another card, or pays what is missing."""
    fact = await running(desk)
    return await desk.payments.card_change(fact.id)


async def _ended(payments: Payments, fact: SubscriptionFact) -> SubscriptionFact:
    """Of two who cancel at once the second is refused, and has what it wanted."""
    end = payments.stop if fact.status == "paused" else payments.end
    try:
        return await end(fact.id)
    except PaymentsRefused:
        now = await payments.subscription(fact.id)
        if now is None or not (now.ends_at or now.status == "canceled"):
            raise
        return now


async def _unpaused(payments: Payments, fact: SubscriptionFact) -> SubscriptionFact:
    """Of two who resume at once likewise, and it is billed once."""
    try:
        return await payments.unpause(fact.id)
    except PaymentsRefused:
        now = await payments.subscription(fact.id)
        if now is None or now.status != "active":
            raise
        return now
