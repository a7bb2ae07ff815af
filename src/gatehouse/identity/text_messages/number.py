"""Normalization of phone numbers to E.164. The library is imported at the first number."""

from gatehouse.kit.errors import Invalid


class InvalidPhoneNumber(Invalid, code="phone_numbers.invalid"): ...


class NumberNotServed(Invalid, code="ER-01037"):
    """No text messages go to that country. Known to clients by its code (wire reference §3)."""


def normalize_number(text: str) -> str:
    """Normalize a phone number to E.164: `+49 (151) 1234-5678` becomes `+4915112345678`. Raises
    `InvalidPhoneNumber` when it is not a number, or has no country.

    Whether the number is in use is not checked: lists of ranges in use grow old.
    """
    import phonenumbers

    try:
        number = phonenumbers.parse(text, None)
    except phonenumbers.NumberParseException:
        raise _invalid_number_error() from None
    if number.extension or not phonenumbers.is_possible_number(number):
        raise _invalid_number_error()
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def parse_country_prefix(number: str) -> str:
    """The country prefix of a normalized number, such as `+49`."""
    import phonenumbers

    return f"+{phonenumbers.parse(number, None).country_code}"


def _invalid_number_error() -> InvalidPhoneNumber:
    return InvalidPhoneNumber(
        "Enter the phone number with its country code, such as +49 151 12345678"
    )
