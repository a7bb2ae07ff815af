"""Whole minor units (cents); strings of them on the wire."""

from decimal import ROUND_HALF_UP, Decimal

ZERO_DECIMAL = {"JPY", "KRW", "VND", "CLP"}
SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£"}
MINIMUM_CHARGE = 70  # USD 0.70, or nothing at all


def rounded(amount: Decimal) -> int:
    return int(amount.quantize(Decimal(1), ROUND_HALF_UP))


def decimals(currency: str) -> int:
    return 0 if currency in ZERO_DECIMAL else 2


def major(amount: int, currency: str) -> float:
    """`4000` in USD is `40.0`: browser events carry numbers in major units."""
    return amount / float(10 ** decimals(currency))


def formatted(amount: int, currency: str) -> str:
    """`$1,234.50`, as price previews show it."""
    number = f"{abs(amount) / 10 ** decimals(currency):,.{decimals(currency)}f}"
    symbol = SYMBOLS.get(currency, f"{currency} ")
    return f"{'-' if amount < 0 else ''}{symbol}{number}"
