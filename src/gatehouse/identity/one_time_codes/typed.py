"""One form of codes of digits, however they are shown, pasted or typed. The web has `normalizeCode`."""

import unicodedata
from typing import Final

SEPARATORS: Final = frozenset({"Zs", "Pd", "Cf", "Cc"})  # spaces, dashes, what has no width


def normalize_code(typed: str) -> str:
    """`760978` of `760 978`, `760-978` and of digits of other scripts. Anything else stays, and is wrong."""
    return "".join(
        str(unicodedata.decimal(one)) if one.isdecimal() else one
        for one in typed
        if unicodedata.category(one) not in SEPARATORS
    )
