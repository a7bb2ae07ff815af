from gatehouse.kit.errors import Invalid


class InvalidPhoneNumber(Invalid):
    code = "phone_numbers.invalid"


class NumberNotServed(Invalid):
    """No text messages go to that country. Known to clients by its code (wire reference §3)."""

    code = "ER-01037"
