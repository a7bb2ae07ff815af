"""What differs. Pure: of what both sides say at one moment."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from gatehouse.licensing.purchases.state import select_seat_lines
from gatehouse.licensing.reconciliation.models import FoundDiscrepancy, KeptSubscription
from gatehouse.providers.payments.port import SubscriptionFact

# Time for what was just changed to reach the other side.
SETTLES = timedelta(minutes=10)
OVER = "canceled"
CHARGING = {"active", "trialing", "past_due"}


def compare_with_provider(
    kept: Sequence[KeptSubscription],
    facts: Mapping[str, SubscriptionFact],
    price_ids: Collection[str],
    known_at: datetime,
) -> list[FoundDiscrepancy]:
    """`facts`: everything of one customer, by its id, as read at `known_at`."""
    found = [
        one for each in kept for one in _compare_subscription(each, facts, price_ids, known_at)
    ]
    linked = {one.subscription_id for one in kept}
    return [*found, *_list_unlicensed(facts, linked, price_ids, known_at)]


def list_missing_subscriptions(
    kept: Iterable[KeptSubscription], facts: Mapping[str, SubscriptionFact]
) -> list[str]:
    """What runs here and is not among the facts: to be asked for by its id before it is said to be gone."""
    return [
        one.subscription_id
        for one in kept
        if one.subscription_id not in facts
        and one.replaced_at is None
        and one.billing_status != OVER
    ]


def _compare_subscription(
    kept: KeptSubscription,
    facts: Mapping[str, SubscriptionFact],
    price_ids: Collection[str],
    known_at: datetime,
) -> Iterable[FoundDiscrepancy]:
    fact = facts.get(kept.subscription_id)
    here = _describe_stored_state(kept)
    if fact is None:
        if list_missing_subscriptions([kept], facts) and not _is_recent(kept.linked_at, known_at):
            yield FoundDiscrepancy(kept.subscription_id, "missing", kept.license_id, {}, here)
        return
    there = _describe_provider_state(fact, price_ids)
    if kept.replaced_at is not None:
        if _is_charged(fact) and not _is_recent(kept.replaced_at, known_at):
            yield FoundDiscrepancy(fact.id, "replaced", kept.license_id, there, {})
        return
    said = {name: here[name] for name in there}
    if said != there and not _is_recent(kept.provider_occurred_at, known_at):
        yield FoundDiscrepancy(fact.id, "changed", kept.license_id, there, said)
    blocked = kept.revoked_at or kept.suspended_at
    if blocked and _is_charged(fact) and not _is_recent(blocked, known_at):
        yield FoundDiscrepancy(fact.id, "blocked", kept.license_id, there, here)


def _list_unlicensed(
    facts: Mapping[str, SubscriptionFact],
    linked: Collection[str],
    price_ids: Collection[str],
    known_at: datetime,
) -> Iterable[FoundDiscrepancy]:
    for fact in facts.values():
        if (
            fact.id not in linked
            and _is_charged(fact)
            and not _is_recent(fact.updated_at, known_at)
        ):
            yield FoundDiscrepancy(
                fact.id, "unlicensed", None, _describe_provider_state(fact, price_ids), {}
            )


def _is_charged(fact: SubscriptionFact) -> bool:
    return fact.status in CHARGING and fact.ends_at is None


def _is_recent(moment: datetime | None, known_at: datetime) -> bool:
    return moment is not None and known_at - moment < SETTLES


def _describe_provider_state(fact: SubscriptionFact, price_ids: Collection[str]) -> dict[str, Any]:
    lines = select_seat_lines(fact.lines, price_ids) or fact.lines
    return {
        "status": fact.status,
        "seats": sum(line.quantity for line in lines),
        "priceId": lines[0].price_id if lines else None,
        "endsAt": _format_moment(fact.ends_at),
        "pausesAt": _format_moment(fact.pauses_at),
    }


def _describe_stored_state(kept: KeptSubscription) -> dict[str, Any]:
    standing = "revoked" if kept.revoked_at else "suspended" if kept.suspended_at else None
    return {
        "status": kept.billing_status,
        "seats": kept.max_seats,
        "priceId": kept.price_id,
        "endsAt": _format_moment(kept.deactivation_at),
        "pausesAt": _format_moment(kept.pauses_at),
        "standing": standing,
    }


def _format_moment(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
