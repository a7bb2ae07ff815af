"""JSON as it is signed (RFC 8785), for what license files hold: texts, whole numbers, true, false, null,
lists and objects."""

import json
from collections.abc import Mapping
from typing import Any

MOST_BYTES = 65_536
SAFE_INTEGER = 2**53 - 1


def canonical(value: Mapping[str, Any]) -> bytes:
    """Sorted names, nothing between the parts, UTF-8. `ValueError` for half of a character."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def parse(text: bytes) -> dict[str, Any]:
    """An object without a name twice and without fractions; `ValueError` for everything else."""
    if len(text) > MOST_BYTES:
        raise ValueError("too long")
    try:
        value = json.loads(
            _decode(text),
            object_pairs_hook=_object,
            parse_float=_refuse,
            parse_constant=_refuse,
            parse_int=_integer,
        )
    except RecursionError:
        raise ValueError("too deep") from None
    if not isinstance(value, dict):
        raise ValueError("no object")
    return value


def _decode(text: bytes) -> str:
    """Windows saves text with a byte order mark, or in UTF-16. Neither changes what is signed."""
    is_utf16 = text.startswith((b"\xff\xfe", b"\xfe\xff"))
    return text.decode("utf-16" if is_utf16 else "utf-8-sig")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a name twice")
    return made


def _refuse(text: str) -> Any:
    raise ValueError(f"not a whole number: {text}")


def _integer(text: str) -> int:
    if len(text) > 17 or abs(number := int(text)) > SAFE_INTEGER:
        raise ValueError("too large a number")
    return number
