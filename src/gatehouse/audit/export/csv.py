"""Rows of a CSV file (RFC 4180) that no spreadsheet takes for formulas."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson

# Byte order mark: with it Excel recognizes UTF-8.
MARK = "\ufeff"
FORMULA = tuple("=+-@\t\r\n|%＝＋－＠")
QUOTED = re.compile(r'[",\r\n;\t]')


def csv_line(values: Sequence[Any]) -> str:
    return ",".join(csv_cell(value) for value in values) + "\r\n"


def write_audit_csv(path: Path, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    text = "".join(csv_line(one) for one in (columns, *rows))
    path.write_text(MARK + text, encoding="utf-8", newline="")


def csv_cell(value: Any) -> str:
    """In a text that a spreadsheet would compute, an apostrophe comes first. A line ends only a row: inside
    of a cell it is a single line feed."""
    shown = cell_text(value).replace("\r\n", "\n").replace("\r", "\n")
    if shown.lstrip(" ").startswith(FORMULA):
        shown = f"'{shown}"
    return '"' + shown.replace('"', '""') + '"' if QUOTED.search(shown) else shown


def cell_text(value: Any) -> str:
    """Moments as ISO 8601, objects as JSON."""
    match value:
        case None:
            return ""
        case datetime():
            return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
        case dict():
            return orjson.dumps(value, default=str).decode()
    return str(value)
