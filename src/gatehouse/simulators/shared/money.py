"""Whole minor units (cents), and how people write them."""

from decimal import ROUND_HALF_UP, Decimal

ZERO_DECIMAL = {"JPY", "KRW", "VND", "CLP"}
SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"}


def rounded(amount: Decimal) -> int:
    return int(amount.quantize(Decimal(1), ROUND_HALF_UP))


def decimals(currency: str) -> int:
    return 0 if currency in ZERO_DECIMAL else 2


def formatted(amount: int, currency: str) -> str:
    """`$1,234.50`, as price previews show it."""
    number = f"{Decimal(abs(amount)).scaleb(-decimals(currency)):,f}"
    symbol = SYMBOLS.get(currency, f"{currency} ")
    return f"{'-' if amount < 0 else ''}{symbol}{number}"
