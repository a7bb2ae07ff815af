"""TOML to plain values, in a process of its own: some documents would be read for minutes, and nothing stops
a thread."""

import json
import re
import tomllib
from typing import Any

from gatehouse.kit.side_work import serve


def read(text: str) -> dict[str, Any]:
    """`document`, where what JSON has no word for is text; or the `problem` with it, its `code`, and what is
    `given` in that."""
    try:
        found = tomllib.loads(text)
        return {"document": json.loads(json.dumps(found, default=str, allow_nan=False))}
    except tomllib.TOMLDecodeError as error:
        return _no_toml(error)
    except (ValueError, RecursionError):
        return {
            "problem": "The document has a number that is too long, or is nested too deeply",
            "code": "too_deep",
            "given": {},
        }


def _no_toml(error: tomllib.TOMLDecodeError) -> dict[str, Any]:
    text = f"The document is not valid TOML: {error}"
    if found := re.search(r"\(at line (\d+), column (\d+)\)$", text):
        given = {"line": found[1], "column": found[2]}
        return {"problem": text, "code": "no_toml_at", "given": given}
    return {"problem": text, "code": "no_toml", "given": {}}


if __name__ == "__main__":
    serve(read)
