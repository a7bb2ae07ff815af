"""Card details as typed, checked as the provider does. Only the last four digits of the number are stored."""

import hashlib
import re
from typing import Annotated

from pydantic import Field

from gatehouse.kit import clock
from gatehouse_simulators.cards.errors import CardRefusal, CardRejected
from gatehouse_simulators.cards.fields import Parameters
from gatehouse_simulators.cards.methods.behavior import CARDS, UNKNOWN
from gatehouse_simulators.cards.store.models import Body

LAST_YEAR = 2099  # two-digit years
Digits = Annotated[str, Field(max_length=40, pattern=r"^[\d ]*$")]


class CardInput(Parameters):
    number: Digits
    exp_month: int
    exp_year: int
    cvc: Digits | None = None


def read_card(given: CardInput) -> tuple[Body, Body]:
    """The card's public details and its behavior. Raises `CardRejected` (402) for impossible details."""
    number = given.number.replace(" ", "")
    _refuse_impossible(number, given)
    known = CARDS.get(number, UNKNOWN)
    shown = card_body(
        known.brand, number, given.exp_month, _expand_year(given.exp_year), known.funding
    )
    behavior = {
        "saves": known.saves,
        "charges": known.charges,
        "after_challenge": known.after_challenge,
    }
    return shown, behavior


def card_body(brand: str, number: str, month: int, year: int, funding: str) -> Body:
    return {
        "brand": brand,
        "checks": {
            "address_line1_check": None,
            "address_postal_code_check": None,
            "cvc_check": "pass",
        },
        "country": "US",
        "display_brand": brand,
        "exp_month": month,
        "exp_year": year,
        "fingerprint": hashlib.sha256(number.encode()).hexdigest()[:16],
        "funding": funding,
        "generated_from": None,
        "last4": number[-4:],
        "networks": {"available": [brand], "preferred": None},
        "regulated_status": "unregulated",
        "three_d_secure_usage": {"supported": True},
        "wallet": None,
    }


def _refuse_impossible(number: str, given: CardInput) -> None:
    today = clock.now()
    year = _expand_year(given.exp_year)
    if not re.fullmatch(r"\d{12,19}", number) or not passes_luhn(number):
        raise _invalid_card("incorrect_number", "number", "Your card number is incorrect.")
    if not 1 <= given.exp_month <= 12:
        raise _invalid_card(
            "invalid_expiry_month", "exp_month", "Your card's expiration month is invalid."
        )
    if not today.year <= year <= LAST_YEAR:
        raise _invalid_card(
            "invalid_expiry_year", "exp_year", "Your card's expiration year is invalid."
        )
    if (year, given.exp_month) < (today.year, today.month):
        raise _invalid_card(
            "invalid_expiry_month", "exp_month", "Your card's expiration month is invalid."
        )
    if given.cvc is not None and not re.fullmatch(r"\d{3,4}", given.cvc):
        raise _invalid_card("invalid_cvc", "cvc", "Your card's security code is invalid.")


def _invalid_card(code: str, param: str, message: str) -> CardRefusal:
    return CardRejected({"code": code, "message": message, "param": param})


def _expand_year(year: int) -> int:
    return year + 2000 if 0 <= year < 100 else year


def passes_luhn(number: str) -> bool:
    doubled = [int(digit) * (2 if place % 2 else 1) for place, digit in enumerate(reversed(number))]
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0
