from gatehouse.kit.errors import Invalid


class CodeRefused(Invalid):
    """Wrong, used, or too old. Not 401: the session is all right."""

    code = "ER-01011"
    keeps_writes = True
