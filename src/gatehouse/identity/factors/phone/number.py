"""Normalization of phone numbers to E.164."""

import phonenumbers

from gatehouse.identity.factors.phone.errors import NumberMalformed


def normalize_factor_number(number: str) -> str:
    """Normalize `+1 (555) 010-0123` to `+15550100123`. Raises `NumberMalformed` when it has no country code
    or is in no numbering plan."""
    try:
        parsed = phonenumbers.parse(number, None)
    except phonenumbers.NumberParseException:
        parsed = None
    if parsed is None or not phonenumbers.is_possible_number(parsed):
        raise NumberMalformed("phoneNumber: must be a phone number with + and the country's code")
    return phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164)
