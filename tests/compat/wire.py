"""What published clients read of each answer, and how an answer differs from it.

`wire_shapes.json` holds the calls that read: a key that ends in `?` may be missing, `{key}` stands for any
key, `any` for whatever there is.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

INSTANT = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")


@dataclass(frozen=True)
class Call:
    """`asks` are the query parameters that a client always sends; `client`: a browser's client calls it, not
    only backends."""

    path: str
    asks: list[str]
    client: bool
    shape: Any


def calls() -> list[Call]:
    read = json.loads((Path(__file__).parent / "wire_shapes.json").read_text())
    return [Call(**one) for one in read]


def differences(shape: Any, answer: Any, place: str = "") -> Iterator[str]:
    """Where in the answer, and what a client would have read there."""
    if isinstance(shape, dict) and isinstance(answer, dict):
        for key, inner in shape.items():
            yield from _of_key(key, inner, answer, place)
    elif isinstance(shape, list) and isinstance(answer, list):
        for one in answer:
            yield from differences(shape[0] if shape else "any", one, f"{place}[]")
    elif not _fits(shape, answer):
        yield f"{place or 'all'} is {_kind(answer)}"


def _of_key(key: str, inner: Any, answer: dict[str, Any], place: str) -> Iterator[str]:
    name = key.removesuffix("?")
    if key.startswith("{"):
        for one in answer.values():
            yield from differences(inner, one, f"{place}.*")
    elif name in answer:
        yield from differences(inner, answer[name], f"{place}.{name}")
    elif name == key:
        yield f"{place}.{name} is missing"


def _fits(shape: Any, answer: Any) -> bool:
    if isinstance(shape, str):
        return any(_is(kind, answer) for kind in shape.split("|"))
    return False


def _is(kind: str, answer: Any) -> bool:
    if kind == "date-time":
        return isinstance(answer, str) and INSTANT.match(answer) is not None
    return kind in ("any", _kind(answer))


def _kind(answer: Any) -> str:
    if isinstance(answer, bool):
        return "boolean"
    kinds = {str: "string", int: "number", float: "number", dict: "object", list: "array"}
    return kinds.get(type(answer), "null")
