"""Writes plain values as TOML 1.0; the standard library only reads it."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

BARE = re.compile(r"[A-Za-z0-9_-]+")
LINE = 90


def table(path: tuple[str, ...], values: Mapping[str, Any]) -> Iterator[str]:
    """The lines of a table and of the tables in it."""
    plain = {key: value for key, value in values.items() if not _is_table(value)}
    if plain or not values:
        yield f"[{'.'.join(map(name, path))}]"
        for key, value in plain.items():
            yield f"{name(key)} = {literal(value)}"
        yield ""
    for key, value in values.items():
        if _is_table(value):
            yield from table((*path, key), value)


def _is_table(value: Any) -> bool:
    return isinstance(value, dict) and bool(value)


def name(key: str) -> str:
    return key if BARE.fullmatch(key) else _text(key)


def literal(value: Any) -> str:
    """On one line, except for a long list."""
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        fields = ", ".join(f"{name(key)} = {literal(inner)}" for key, inner in value.items())
        return f"{{ {fields} }}" if fields else "{}"
    if isinstance(value, list):
        items = [literal(item) for item in value]
        line = f"[{', '.join(items)}]"
        return (
            line if len(line) <= LINE else "[\n" + "".join(f"  {item},\n" for item in items) + "]"
        )
    return repr(value)


def _text(value: str) -> str:
    """A basic string; JSON escapes all that TOML wants escaped but one character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def without_null(value: Any) -> Any:
    """TOML has no null, and nothing of ours sends one."""
    if isinstance(value, dict):
        return {key: without_null(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [without_null(inner) for inner in value if inner is not None]
    return value
