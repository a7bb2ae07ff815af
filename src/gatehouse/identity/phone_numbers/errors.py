from gatehouse.kit.errors import Conflict, NotFound


class PhoneNumberNotFound(NotFound):
    code = "phone_numbers.not_found"


class PhoneNumberTaken(Conflict):
    """Another account has the number. Revealed only to a user who has verified possession of the phone."""

    code = "phone_numbers.taken"


class TooManyPhoneNumbers(Conflict):
    code = "phone_numbers.too_many"
