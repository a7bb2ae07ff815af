"""Refusals of the payment provider, in our words."""

from gatehouse.kit.errors import Conflict, DomainError, Invalid, Unauthenticated


class PaymentsUnavailable(DomainError, status=503, code="payments.unavailable"):
    """The provider did not answer, or answered something that it should not."""


class PaymentsNotConfigured(PaymentsUnavailable):
    """No provider is configured, so trying again does not help."""

    status = 404
    code = "payments.not_configured"

    def __init__(self) -> None:
        super().__init__("No payment provider is configured.")


class PaymentsRefused(Conflict, code="payments.refused"):
    """The provider does not allow this now; the message says what to do instead."""


class ChargeTooSmall(PaymentsRefused):
    """An immediate charge below the provider's minimum; billed with the next period it is fine."""


class CustomerEmailTaken(PaymentsRefused, code="payments.email_taken"):
    """The provider has one customer for an address, and this one is another's."""


class SignatureRefused(Unauthenticated, code="payments.signature_refused"): ...


class MalformedEvent(Invalid, code="payments.event_malformed"): ...


_RENEWING = "The subscription is being renewed. Try again in half an hour."
_ENDED = "The subscription has ended. Subscribe again to continue."
_CHANGING = "Another change of the subscription is in progress. Try again in a moment."
_NO_DISCOUNT = "This discount does not apply."
_TOO_SMALL = "subscription_update_transaction_balance_less_than_charge_limit"

# The provider's codes (reference payments-protocols A7) for which the user gets advice.
_ADVICE = {
    "subscription_locked_renewal": _RENEWING,
    "subscription_locked_processing": _RENEWING,
    "subscription_locked_pending_changes": _CHANGING,
    "conflict": _CHANGING,
    "subscription_update_when_canceled": _ENDED,
    "subscription_is_canceled_action_invalid": _ENDED,
    "subscription_is_inactive_action_invalid": "The subscription is not active.",
    "subscription_must_be_paused": "The subscription is not paused.",
    "subscription_missing_payment_method_cannot_update": "Add a payment method first.",
    "subscription_payment_declined": "The payment was declined. Check the payment method.",
    "discount_usage_limit_exceeded": _NO_DISCOUNT,
    "transaction_discount_not_eligible": _NO_DISCOUNT,
    "transaction_discount_not_found": _NO_DISCOUNT,
    "subscription_outstanding_pending_refund": "A refund is pending. Wait until it is settled.",
}


# The rest of the 4xx, credentials and limits above all, is between the provider and us.
_REFUSALS = {400, 409, 422}


def find_payment_refusal(status: int, code: str, problems: str) -> PaymentsRefused | None:
    """The refusal for a provider's answer; None when it is an outage, or a fault that only the operator can
    fix. `problems`: what the provider finds wrong with single fields."""
    if code == _TOO_SMALL:
        return ChargeTooSmall(
            "The amount of this change is too small to charge.", provider_code=code
        )
    advice = _ADVICE.get(code)
    if advice is None and status in _REFUSALS:
        advice = f"The payment provider does not accept this{problems and ': '}{problems}."
    return PaymentsRefused(advice, provider_code=code) if advice else None
