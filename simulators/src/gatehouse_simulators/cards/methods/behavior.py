"""The test cards: what each number does when it is saved, and when it is charged later."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardBehavior:
    """`saves` and `charges`: `ok`, `challenge` (the bank asks the cardholder), or a decline reason.
    `after_challenge`: the result once the cardholder has approved."""

    brand: str
    saves: str = "ok"
    charges: str = "ok"
    after_challenge: str = "ok"
    funding: str = "credit"


CARDS: dict[str, CardBehavior] = {
    "4242424242424242": CardBehavior("visa"),
    "4000056655665556": CardBehavior("visa", funding="debit"),
    "5555555555554444": CardBehavior("mastercard"),
    "5200828282828210": CardBehavior("mastercard", funding="debit"),
    "378282246310005": CardBehavior("amex"),
    "6011111111111117": CardBehavior("discover"),
    "3056930009020004": CardBehavior("diners"),
    "3566002020360505": CardBehavior("jcb"),
    "6200000000000005": CardBehavior("unionpay"),
    "4000000000000002": CardBehavior("visa", "generic_decline", "generic_decline"),
    "4000000000009995": CardBehavior("visa", "insufficient_funds", "insufficient_funds"),
    "4000000000009987": CardBehavior("visa", "lost_card", "lost_card"),
    "4000000000009979": CardBehavior("visa", "stolen_card", "stolen_card"),
    "4000000000000069": CardBehavior("visa", "expired_card", "expired_card"),
    "4000000000000127": CardBehavior("visa", "incorrect_cvc", "incorrect_cvc"),
    "4000000000000119": CardBehavior("visa", "processing_error", "processing_error"),
    # Can be saved, but is declined when charged.
    "4000000000000341": CardBehavior("visa", "ok", "generic_decline"),
    # 3-D Secure: once when it is saved; at every payment; and with what comes after it.
    "4000002500003155": CardBehavior("visa", "challenge"),
    "4000000000003220": CardBehavior("visa", "challenge"),
    "4000002760003184": CardBehavior("visa", "challenge", "challenge"),
    "4000008260003178": CardBehavior("visa", "challenge", "insufficient_funds"),
    "4000008400001629": CardBehavior("visa", "challenge", "generic_decline", "generic_decline"),
}

# Test ids that a server may send instead of a card number.
NAMED = {
    "pm_card_visa": "4242424242424242",
    "pm_card_visa_debit": "4000056655665556",
    "pm_card_mastercard": "5555555555554444",
    "pm_card_amex": "378282246310005",
    "pm_card_chargeCustomerFail": "4000000000000341",
    "pm_card_authenticationRequired": "4000002760003184",
    "pm_card_authenticationRequiredOnSetup": "4000002500003155",
    "pm_card_chargeDeclined": "4000000000000002",
    "pm_card_visa_chargeDeclined": "4000000000000002",
    "pm_card_visa_chargeDeclinedInsufficientFunds": "4000000000009995",
    "pm_card_chargeDeclinedInsufficientFunds": "4000000000009995",
    "pm_card_chargeDeclinedExpiredCard": "4000000000000069",
}

# A number that is not a test card.
UNKNOWN = CardBehavior("unknown", "test_mode_live_card", "test_mode_live_card")

CODES = {"expired_card", "incorrect_cvc", "processing_error", "incorrect_number"}
MESSAGES = {
    "insufficient_funds": "Your card has insufficient funds.",
    "expired_card": "Your card has expired.",
    "incorrect_cvc": "Your card's security code is incorrect.",
    "processing_error": (
        "An error occurred while processing your card. Try again in a little bit."
    ),
    "test_mode_live_card": (
        "Your card was declined. Your request was in test mode, but used a non test card."
    ),
    "authentication_required": (
        "Your card was declined. This transaction requires authentication."
    ),
}


def decline_error(reason: str) -> dict[str, str]:
    """`code`, `decline_code` and `message` of a declined card."""
    error = {
        "type": "card_error",
        "code": reason if reason in CODES else "card_declined",
        "message": MESSAGES.get(reason, "Your card was declined."),
    }
    if reason == "authentication_required":
        return error | {"code": reason, "decline_code": reason}
    return error if error["code"] != "card_declined" else error | {"decline_code": reason}
