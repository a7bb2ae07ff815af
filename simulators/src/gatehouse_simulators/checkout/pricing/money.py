"""Whole minor units (cents), which the API writes as text."""

from decimal import Decimal

from gatehouse.kit.money import count_minor_digits, to_major_amount
from gatehouse_simulators.shared.money import round_half_up

# What a US dollar is worth, fixed: a bill is the same every day.
_WORTH = """
    ARS:1000 AUD:1.5 BRL:5.5 CAD:1.35 CHF:0.9 CLP:950 CNY:7.2 COP:4000 CZK:23 DKK:6.9 EUR:0.92
    GBP:0.79 HKD:7.8 HUF:360 ILS:3.7 INR:83 JPY:150 KRW:1350 MXN:18 NOK:10.5 NZD:1.65 PEN:3.75
    PLN:4 RUB:90 SEK:10.5 SGD:1.35 THB:35 TRY:32 TWD:32 UAH:40 USD:1 VND:25000 ZAR:18.5
"""
RATES = {code: Decimal(rate) for code, rate in (pair.split(":") for pair in _WORTH.split())}


def minimum_charge(currency: str) -> int:
    """The lowest amount that is charged: USD 0.70, in the currency's lowest unit. Nothing at all is allowed
    too."""
    return convert_amount(70, "USD", currency)


def convert_amount(amount: int, currency: str, wanted: str) -> int:
    """Convert an amount to another currency; both in their lowest unit."""
    if currency == wanted:
        return amount
    scale = Decimal(10) ** (count_minor_digits(wanted) - count_minor_digits(currency))
    return round_half_up(amount * RATES[wanted] / RATES[currency] * scale)


def to_major_units(amount: int, currency: str) -> float:
    """`4000` in USD is `40.0`: browser events contain numbers in major units."""
    return float(to_major_amount(amount, currency))
