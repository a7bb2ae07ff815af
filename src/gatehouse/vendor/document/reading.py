"""TOML to plain values, in a process of its own: some documents would be read for minutes, and nothing stops
a thread."""

import json
import re
import tomllib
from typing import Any

from gatehouse.kit.subprocess_worker import serve_lines

LONGEST_NUMBER = 20  # digits, with the sign
TOO_DEEP = "The document has a number that is too long, or is nested too deeply"


def read_document(text: str) -> dict[str, Any]:
    """`document`, where what JSON has no word for is text; or the `problem` with it, and the `line` and
    `column` where it is, if that is one place."""
    try:
        found = tomllib.loads(text)
        text = json.dumps(found, default=str, allow_nan=False)
        return {"document": json.loads(text, parse_int=_parse_integer)}
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at line (?P<line>\d+), column (?P<column>\d+)\)$", str(error))
        at = place.groupdict() if place else {}
        return {"problem": f"The document is not valid TOML: {error}", **at}
    except (ValueError, RecursionError):
        return {"problem": TOO_DEEP}


def _parse_integer(digits: str) -> int:
    """Raises `ValueError` for too many digits: no column holds such a number, and an error message cannot
    show it."""
    if len(digits) > LONGEST_NUMBER:
        raise ValueError("too long")
    return int(digits)


if __name__ == "__main__":
    serve_lines(read_document)
