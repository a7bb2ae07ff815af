"""An export as the answer of a call."""

from collections.abc import Sequence
from typing import Any

from fastapi import Response

JSON_LINES = "application/jsonl"
# Response description of a route that returns a file.
FILE: dict[str, Any] = {
    "response_class": Response,
    "responses": {200: {"content": {JSON_LINES: {"schema": {"type": "string"}}}}},
}


def as_file(lines: Sequence[str], name: str) -> Response:
    """A download of that name, one line for each row."""
    return Response(
        "".join(f"{line}\n" for line in lines).encode(),
        media_type=JSON_LINES,
        headers={"content-disposition": f'attachment; filename="{name}.jsonl"'},
    )
