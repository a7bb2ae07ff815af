"""Amounts in whole minor units (cents), and their formatting."""

from decimal import ROUND_HALF_UP, Decimal

from gatehouse.kit.money import to_major_amount

SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"}


def round_half_up(amount: Decimal) -> int:
    return int(amount.quantize(Decimal(1), ROUND_HALF_UP))


def format_amount(amount: int, currency: str) -> str:
    """`$1,234.50`, as price previews show it."""
    number = f"{to_major_amount(abs(amount), currency):,f}"
    symbol = SYMBOLS.get(currency, f"{currency} ")
    return f"{'-' if amount < 0 else ''}{symbol}{number}"
