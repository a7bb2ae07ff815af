from gatehouse.kit.errors import Invalid


class WrongCode(Invalid):
    """The code is wrong, or its token is unknown, used, or had too many wrong codes. Not a 401, on which
    a client would refresh its access token and spend a second try."""

    code = "ER-01011"
    keeps_writes = True

    # One text for every wrong code, so that it does not reveal whether another code was sent.
    def __init__(
        self, message: str = "The code is incorrect. Only the latest code is valid."
    ) -> None:
        super().__init__(message)


class CodeExpired(Invalid, code="ER-01017"): ...


class CodeReplaced(Invalid, code="ER-01011", keeps_writes=False):
    """The code was replaced by the newest code of this sign-in. It costs no try: the counted one is
    rolled back with this error."""
