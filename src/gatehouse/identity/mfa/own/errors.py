from gatehouse.kit.errors import Invalid


class CodeRefused(Invalid):
    """The code is wrong, used or expired. Not 401, because the session is valid."""

    code = "ER-01011"
    keeps_writes = True
