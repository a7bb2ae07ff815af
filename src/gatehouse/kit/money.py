"""How many decimals the minor unit of a currency has: what divides an amount of the payment providers.

ISO 4217, and the exceptions that the card provider documents. Never the digits of CLDR or `Intl`: they say
how a price is written, and change with each browser (0 for HUF and COP, sent in hundredths).
The web apps use a copy of this table: `web/packages/ui/src/minor-units.json`.
"""

from decimal import Decimal

# ISO 4217, list one; all others have two decimals.
_ISO_4217 = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}
# https://docs.stripe.com/currencies: zero-decimal currencies, and the special cases of ISK and UGX, which are
# sent in hundredths. The overlay provider sells in none of the three, so that one table serves both.
CARD_EXCEPTIONS = {"ISK": 2, "MGA": 0, "UGX": 2}

# Currencies whose minor unit does not have two decimals.
MINOR_UNITS = {
    currency: digits
    for currency, digits in sorted(
        {
            **{code: digits for digits, codes in _ISO_4217.items() for code in codes.split()},
            **CARD_EXCEPTIONS,
        }.items()
    )
    if digits != 2
}


def count_minor_digits(currency: str) -> int:
    """Decimals of the minor unit: 2 for EUR, 0 for JPY. The letter case of the code does not matter."""
    return MINOR_UNITS.get(currency.upper(), 2)


def to_major_amount(minor: int, currency: str) -> Decimal:
    """`5486400` in HUF is `54864.00`."""
    return Decimal(minor).scaleb(-count_minor_digits(currency))
