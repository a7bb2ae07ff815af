"""Charge an invoice to a stored card."""

from dataclasses import dataclass

from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.methods.behavior import decline_error
from gatehouse_simulators.cards.store import service as store
from gatehouse_simulators.cards.store.models import Body, Entity
from gatehouse_simulators.cards.switches import take


@dataclass(frozen=True, slots=True)
class ChargeAttempt:
    """The result of a charge. `error` is None when it is paid; `needs_owner` when the bank challenges the
    cardholder."""

    error: Body | None
    needs_owner: bool = False


async def charge_card(
    ledger: Ledger, intent: Entity, method: Entity
) -> tuple[Entity, ChargeAttempt]:
    """Try to charge the card once. The payment intent records the result."""
    reason = await _find_decline_reason(ledger, method)
    if reason is None:
        intent = await store.save_entity(
            ledger.db,
            intent,
            status="succeeded",
            payment_method=method.id,
            amount_received=intent.body["amount"],
            last_payment_error=None,
            next_action=None,
        )
        return intent, ChargeAttempt(None)
    asks = reason == "challenge"
    error: Body = decline_error("authentication_required" if asks else reason)
    error = {**error, "payment_method": method.body}
    intent = await store.save_entity(
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
    return intent, ChargeAttempt(error, needs_owner=asks)


async def _find_decline_reason(ledger: Ledger, method: Entity) -> str | None:
    """The reason of the switch `payment.error`, an expired card, or the behavior of this test card."""
    asked = await take(ledger.db, "payment.error")
    if asked is not None:
        return asked or "generic_decline"
    card = method.body["card"]
    if (card["exp_year"], card["exp_month"]) < (ledger.at.year, ledger.at.month):
        return "expired_card"
    charges: str = method.private["charges"]
    return None if charges == "ok" else charges
