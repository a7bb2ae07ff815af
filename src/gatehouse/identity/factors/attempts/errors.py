from gatehouse.kit.errors import Forbidden


class TooManyWrongCodes(Forbidden):
    """Of one person, on all their factors together; it passes by itself."""

    code = "ER-01034"
