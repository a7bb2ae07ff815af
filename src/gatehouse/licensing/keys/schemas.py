"""Bodies about license keys."""

from gatehouse.kit.schemas import Wire


class RevealedKey(Wire):
    key: str
