"""TOML to plain values, in a process of its own: some documents would be read for minutes, and nothing stops
a thread."""

import json
import tomllib
from typing import Any

from gatehouse.kit.side_work import serve


def read(text: str) -> dict[str, Any]:
    """`document`, or the `problem` with it. What JSON has no word for is text."""
    try:
        found = tomllib.loads(text)
        return {"document": json.loads(json.dumps(found, default=str, allow_nan=False))}
    except tomllib.TOMLDecodeError as error:
        return {"problem": f"The document is not valid TOML: {error}"}
    except (ValueError, RecursionError):
        return {"problem": "The document has a number that is too long, or is nested too deeply"}


if __name__ == "__main__":
    serve(read)
