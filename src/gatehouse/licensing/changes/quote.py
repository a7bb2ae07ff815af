"""What a preview showed, in a few letters: so that a change charges what somebody has seen, or nothing."""

import hashlib
from dataclasses import astuple

from gatehouse.licensing.changes.plan import Plan
from gatehouse.providers.payments.port import PreviewFact

LETTERS = 32


def quote_of(plan: Plan, fact: PreviewFact) -> str:
    """The same for the same seats, price, amounts and next payment; nothing in it is secret."""
    shown = (plan.seats, plan.price_id, *astuple(fact))
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:LETTERS]
