"""The supported currencies, as the provider's API describes them."""

from gatehouse.kit.money import count_minor_digits
from gatehouse_simulators.checkout.pricing.money import minimum_charge
from gatehouse_simulators.checkout.store.models import Body

_NAMES = {
    "ARS": "Argentine Peso", "AUD": "Australian Dollar", "BRL": "Brazilian Real", "CAD": "Canadian Dollar",
    "CHF": "Swiss Franc", "CLP": "Chilean Peso", "CNY": "Chinese Yuan", "COP": "Colombian Peso",
    "CZK": "Czech Koruna", "DKK": "Danish Krone", "EUR": "Euro", "GBP": "Pound Sterling",
    "HKD": "Hong Kong Dollar", "HUF": "Hungarian Forint", "ILS": "Israeli Shekel", "INR": "Indian Rupee",
    "JPY": "Japanese Yen", "KRW": "South Korean Won", "MXN": "Mexican Peso", "NOK": "Norwegian Krone",
    "NZD": "New Zealand Dollar", "PEN": "Peruvian Sol", "PLN": "Polish Zloty", "RUB": "Russian Ruble",
    "SEK": "Swedish Krona", "SGD": "Singapore Dollar", "THB": "Thai Baht", "TRY": "Turkish Lira",
    "TWD": "New Taiwan Dollar", "UAH": "Ukrainian Hryvnia", "USD": "United States Dollar",
    "VND": "Vietnamese Dong", "ZAR": "South African Rand",
}  # fmt: skip
# The currencies that a seller can hold as a balance.
_BALANCES = {"USD", "EUR", "GBP", "AUD", "CAD", "CHF", "SEK", "DKK", "NOK", "PLN", "CZK", "HUF"}
# Prices for buyers in these countries are converted to these currencies.
_CURRENCIES_BY_COUNTRY = """
    AR:ARS AU:AUD BR:BRL CA:CAD CH:CHF CL:CLP CN:CNY CO:COP CZ:CZK DK:DKK AT:EUR BE:EUR CY:EUR DE:EUR EE:EUR
    ES:EUR FI:EUR FR:EUR GR:EUR HR:EUR IE:EUR IT:EUR LT:EUR LU:EUR LV:EUR MT:EUR NL:EUR PT:EUR SI:EUR SK:EUR
    GB:GBP HK:HKD HU:HUF IL:ILS IN:INR JP:JPY KR:KRW MX:MXN NO:NOK NZ:NZD PE:PEN PL:PLN SE:SEK SG:SGD TH:THB
    TR:TRY TW:TWD UA:UAH US:USD VN:VND ZA:ZAR
"""
_CURRENCY_OF = dict(pair.split(":") for pair in _CURRENCIES_BY_COUNTRY.split())


def _describe_currency(code: str, name: str) -> Body:
    return {
        "code": code,
        "name": name,
        "decimal_places": count_minor_digits(code),
        "minimum_payment_amount": str(minimum_charge(code)),
        "can_be_balance": code in _BALANCES,
        "applicable_countries": [country for country, used in _CURRENCY_OF.items() if used == code],
    }


CURRENCIES = [_describe_currency(code, name) for code, name in _NAMES.items()]
