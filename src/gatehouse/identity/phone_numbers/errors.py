from gatehouse.kit.errors import Conflict, NotFound


class PhoneNumberNotFound(NotFound):
    code = "phone_numbers.not_found"


class PhoneNumberTaken(Conflict):
    """Told only to whoever has proved to have the phone."""

    code = "phone_numbers.taken"


class TooManyPhoneNumbers(Conflict):
    code = "phone_numbers.too_many"
