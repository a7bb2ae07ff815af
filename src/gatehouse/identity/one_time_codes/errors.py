from gatehouse.kit.errors import Invalid


class WrongCode(Invalid):
    """Also for a token that never was, one that is used, and one that took too many wrong codes. No 401,
    for which a client would get a new access token and spend a second try."""

    code = "ER-01011"
    keeps_writes = True


class CodeExpired(Invalid):
    code = "ER-01017"
