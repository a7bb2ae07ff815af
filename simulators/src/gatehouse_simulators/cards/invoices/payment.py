"""Take the money of an invoice with a card that is on file."""

from dataclasses import dataclass

from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.methods.behavior import decline
from gatehouse_simulators.cards.store import service as store
from gatehouse_simulators.cards.store.models import Body, Entity
from gatehouse_simulators.cards.switches import take


@dataclass(frozen=True, slots=True)
class Attempt:
    """`error` None: paid. `needs_owner`: the bank wants to ask."""

    error: Body | None
    needs_owner: bool = False


async def charge(ledger: Ledger, intent: Entity, method: Entity) -> tuple[Entity, Attempt]:
    """Try once; the payment intent says what came of it."""
    reason = await _refusal(ledger, method)
    if reason is None:
        intent = await store.save(
            ledger.db,
            intent,
            status="succeeded",
            payment_method=method.id,
            amount_received=intent.body["amount"],
            last_payment_error=None,
            next_action=None,
        )
        return intent, Attempt(None)
    asks = reason == "challenge"
    error: Body = decline("authentication_required" if asks else reason)
    error = {**error, "payment_method": method.body}
    intent = await store.save(
        ledger.db,
        intent,
        status="requires_action" if asks else "requires_payment_method",
        payment_method=method.id if asks else None,
        last_payment_error=error,
        next_action=(
            {
                "type": "use_stripe_sdk",
                "use_stripe_sdk": {"type": "three_d_secure_challenge"},
            }
            if asks
            else None
        ),
    )
    return intent, Attempt(error, needs_owner=asks)


async def _refusal(ledger: Ledger, method: Entity) -> str | None:
    """What the switch asks for, an expired card, or what this number does."""
    asked = await take(ledger.db, "payment.error")
    if asked is not None:
        return asked or "generic_decline"
    card = method.body["card"]
    if (card["exp_year"], card["exp_month"]) < (ledger.at.year, ledger.at.month):
        return "expired_card"
    charges: str = method.private["charges"]
    return None if charges == "ok" else charges
