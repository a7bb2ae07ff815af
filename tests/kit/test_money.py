"""Amounts of the payment providers are divided by the provider's minor unit, not by how people write them."""

import json
from pathlib import Path

import pytest
from paddle_billing.Entities.Shared import CurrencyCode  # type: ignore[import-untyped]

from gatehouse.kit.money import CARD_EXCEPTIONS, MINOR_UNITS, count_minor_digits, to_major_amount

WEB_TABLE = Path(__file__).parents[2] / "web/packages/ui/src/minor-units.json"
# Documented by the card provider as zero-decimal; ISK and UGX are its special cases, sent in hundredths.
CARD_ZERO_DECIMAL = [
    "BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA",
    "PYG", "RWF", "VND", "VUV", "XAF", "XOF", "XPF",
]  # fmt: skip
CARD_THREE_DECIMAL = ["BHD", "JOD", "KWD", "OMR", "TND"]
# What browsers write without decimals, although the card provider sends hundredths.
CARD_TWO_DECIMAL = [
    "AFN", "ALL", "COP", "HUF", "IDR", "ISK", "LAK", "LBP",
    "MMK", "PKR", "SOS", "STD", "TWD", "UGX", "YER",
]  # fmt: skip


def test_the_browser_divides_by_the_same_table() -> None:
    assert json.loads(WEB_TABLE.read_text()) == MINOR_UNITS


def test_the_card_provider_s_minor_units_are_the_documented_ones() -> None:
    assert {count_minor_digits(one) for one in CARD_ZERO_DECIMAL} == {0}
    assert {count_minor_digits(one) for one in CARD_THREE_DECIMAL} == {3}
    assert {count_minor_digits(one) for one in CARD_TWO_DECIMAL} == {2}


def test_no_currency_of_the_overlay_provider_is_an_exception_of_the_card_provider() -> None:
    """One table is enough for as long as this holds: a new release of the SDK that breaks it is told here."""
    sold = {name for name in vars(CurrencyCode) if name.isupper()}
    assert len(sold) >= 33
    assert not sold & CARD_EXCEPTIONS.keys()


@pytest.mark.parametrize(
    ("minor", "currency", "major"),
    [
        (5_486_400, "HUF", "54864.00"),
        (48_000_000, "COP", "480000.00"),
        (1935, "JPY", "1935"),
        (50_000, "isk", "500.00"),
        (5000, "kwd", "5.000"),
    ],
)
def test_amounts_in_major_units(minor: int, currency: str, major: str) -> None:
    assert str(to_major_amount(minor, currency)) == major
