"""Ends a subscription and takes that back. The provider decides; its answer is applied like its news."""

from gatehouse.licensing.events import LicenseCanceled, LicenseResumed
from gatehouse.licensing.licenses.schemas import LicenseOut
from gatehouse.licensing.licenses.service import require_recent_authentication
from gatehouse.licensing.subscriptions.context import (
    SubscriptionChangeContext,
    apply_provider_answer,
    read_running_subscription,
)
from gatehouse.providers.payments.errors import PaymentsRefused
from gatehouse.providers.payments.port import Payments, SubscriptionFact, TransactionFact


async def cancel_license(context: SubscriptionChangeContext) -> LicenseOut:
    """The subscription ends with the period that is paid; a paused one, which has none, at once. Asked twice,
    it is done once. Raises `StepUpNeeded` or `RecentSignInNeeded`."""
    async with context.call.transaction() as db:
        await require_recent_authentication(db, context.caller)
    fact = await read_running_subscription(context)
    if fact.ends_at:
        return await apply_provider_answer(context, fact)
    if fact.pauses_at:
        # The provider schedules one thing at a time.
        fact = await context.payments.remove_scheduled_change(fact.id)
    fact = await _cancel_at_provider(context.payments, fact)
    return await apply_provider_answer(context, fact, LicenseCanceled)


async def resume_license(context: SubscriptionChangeContext) -> LicenseOut:
    """A scheduled end or pause is taken back, a paused subscription starts again; a running one just runs."""
    fact = await read_running_subscription(context)
    if fact.status == "paused":
        fact = await _resume_at_provider(context.payments, fact)
    elif fact.ends_at or fact.pauses_at:
        fact = await context.payments.remove_scheduled_change(fact.id)
    else:
        return await apply_provider_answer(context, fact)
    return await apply_provider_answer(context, fact, LicenseResumed)


async def start_payment_method_update(context: SubscriptionChangeContext) -> TransactionFact:
    """The transaction to open in a checkout: it stores another card, or pays what is missing."""
    fact = await read_running_subscription(context)
    return await context.payments.start_payment_method_change(fact.id)


async def _cancel_at_provider(payments: Payments, fact: SubscriptionFact) -> SubscriptionFact:
    """Cancel at the provider. A refusal is ignored if a concurrent call has canceled the subscription."""
    end = payments.cancel_now if fact.status == "paused" else payments.cancel_at_period_end
    try:
        return await end(fact.id)
    except PaymentsRefused:
        now = await payments.find_subscription(fact.id)
        if now is None or not (now.ends_at or now.status == "canceled"):
            raise
        return now


async def _resume_at_provider(payments: Payments, fact: SubscriptionFact) -> SubscriptionFact:
    """Resume at the provider. A refusal is ignored if a concurrent call has resumed the subscription, so that
    it is billed once."""
    try:
        return await payments.resume_subscription(fact.id)
    except PaymentsRefused:
        now = await payments.find_subscription(fact.id)
        if now is None or now.status != "active":
            raise
        return now
