from gatehouse.kit.errors import Forbidden


class TooManyWrongCodes(Forbidden):
    """Too many wrong codes of one user, over all factors; the limit resets by itself."""

    code = "ER-01034"
