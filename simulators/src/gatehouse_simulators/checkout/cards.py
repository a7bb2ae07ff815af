"""The test cards: what each number does, and what is stored of a card. The number is never stored."""

import re
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, Field, field_validator

from gatehouse.kit import clock
from gatehouse_simulators.checkout.fields import Text
from gatehouse_simulators.checkout.store.models import Body

Behavior = Literal["approve", "challenge", "decline", "decline_later"]

BEHAVIOR: dict[str, Behavior] = {
    "4242424242424242": "approve",
    "4000056655665556": "approve",
    "4000003800000446": "challenge",
    "4000000000000002": "decline",
    "4000002760003184": "decline_later",
}
BRANDS = [
    (r"4", "visa"),
    (r"5[1-5]|2[2-7]", "mastercard"),
    (r"3[47]", "american_express"),
    (r"6(?:011|5)", "discover"),
    (r"35", "jcb"),
    (r"3(?:0|6|8)", "diners_club"),
    (r"62", "union_pay"),
]


class CardInput(BaseModel):
    """Card details as the buyer types them."""

    number: str = Field(pattern=r"^[\d ]{12,30}$")
    expiry_month: int = Field(ge=1, le=12)
    expiry_year: int = Field(ge=2000, le=2099)
    security_code: str = Field(pattern=r"^\d{3,4}$")
    name: Text = Field(min_length=1, max_length=200)

    @field_validator("number")
    @classmethod
    def digits_only(cls, number: str) -> str:
        return number.replace(" ", "")


@dataclass(frozen=True, slots=True)
class StoredCard:
    """The stored card: what a receipt shows of it, and how it behaves."""

    shown: Body
    behavior: Behavior
    expired: bool


def read_card(given: CardInput) -> StoredCard:
    """The card of this number. Numbers that are not test cards are declined, as in the provider's sandbox."""
    brand = next((name for start, name in BRANDS if re.match(start, given.number)), "unknown")
    today = clock.now()
    shown = {
        "type": brand,
        "last4": given.number[-4:],
        "expiry_month": given.expiry_month,
        "expiry_year": given.expiry_year,
        "cardholder_name": given.name,
    }
    return StoredCard(
        shown,
        BEHAVIOR.get(given.number, "decline"),
        (given.expiry_year, given.expiry_month) < (today.year, today.month),
    )
