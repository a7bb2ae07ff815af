"""A short hash of what a preview showed, so that a change applies exactly that or is refused."""

import hashlib

from gatehouse.licensing.licenses.changes.plan import SeatChangePlan
from gatehouse.providers.payments.port import PreviewFact

LETTERS = 32


def quote_of(plan: SeatChangePlan, fact: PreviewFact) -> str:
    """Hash of the seats before and after, the price, the discount and the recurring amount; not a secret.
    It leaves out what changes every second: the cost of the rest of the period, and the end of a period that
    begins with the change."""
    discount_id = plan.change.discount_id if plan.change else None
    shown = (
        plan.seats_now, plan.seats, plan.price_id, discount_id, fact.currency_code, fact.recurring,
        fact.action,
    )  # fmt: skip
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:LETTERS]
