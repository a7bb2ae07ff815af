from gatehouse.kit.errors import Invalid


class WrongCode(Invalid):
    """Also for a token that never was, one that is used, and one that took too many wrong codes. No 401,
    for which a client would get a new access token and spend a second try."""

    code = "ER-01011"
    keeps_writes = True

    # The same text for each wrong code: it must not tell whether another one was sent.
    def __init__(
        self, message: str = "The code is not right. Only the newest code counts."
    ) -> None:
        super().__init__(message)


class CodeExpired(Invalid):
    code = "ER-01017"


class CodeReplaced(Invalid):
    """The code is one that the newest code of the same sign-in replaced. It costs no try: the counted one is
    rolled back with this refusal."""

    code = "ER-01011"
    keeps_writes = False
