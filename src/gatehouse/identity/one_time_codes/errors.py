from gatehouse.kit.errors import Unauthenticated


class WrongCode(Unauthenticated):
    """Also for a token that never was, one that is used, and one that took too many wrong codes."""

    code = "ER-01011"
    keeps_writes = True


class CodeExpired(Unauthenticated):
    code = "ER-01017"
