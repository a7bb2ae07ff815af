"""What a preview showed, in a few letters: so that a change does what somebody has seen, or nothing."""

import hashlib

from gatehouse.licensing.licenses.changes.plan import SeatChangePlan
from gatehouse.providers.payments.port import PreviewFact

LETTERS = 32


def quote_of(plan: SeatChangePlan, fact: PreviewFact) -> str:
    """The same for the same seats before and after, price, discount and what is paid from then on; nothing in
    it is secret. Without what moves with every second: what the rest of the period costs, and when a period
    that begins with the change ends."""
    discount_id = plan.change.discount_id if plan.change else None
    shown = (
        plan.seats_now, plan.seats, plan.price_id, discount_id, fact.currency_code, fact.recurring,
        fact.action,
    )  # fmt: skip
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:LETTERS]
