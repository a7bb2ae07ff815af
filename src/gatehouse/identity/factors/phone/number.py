"""How a phone number is written: E.164, whatever somebody typed."""

import phonenumbers

from gatehouse.identity.factors.phone.errors import NumberMalformed


def normalize_factor_number(number: str) -> str:
    """`+1 (555) 010-0123` as `+15550100123`; `NumberMalformed` for one without country, or of no plan."""
    try:
        parsed = phonenumbers.parse(number, None)
    except phonenumbers.NumberParseException:
        parsed = None
    if parsed is None or not phonenumbers.is_possible_number(parsed):
        raise NumberMalformed("phoneNumber: must be a phone number with + and the country's code")
    return phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164)
