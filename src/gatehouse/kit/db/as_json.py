"""Fragments for answers that the database writes as JSON, as the web framework would write them."""

from typing import LiteralString


def instant_as_json(expression: LiteralString) -> LiteralString:
    """A time in UTC: microseconds only where there are any."""
    text = f"""to_char({expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"""
    return f"replace({text}, '.000000Z', 'Z')"


def omit_null(name: LiteralString, text: LiteralString) -> LiteralString:
    """The text of `row_to_json` without `name`, not the last of the row, where its value is null. This costs
    less than `json_strip_nulls`, and finds nothing within a value, whose quotes have a backslash."""
    return f"""replace({text}, '"{name}":null,', '')"""


def compact_json(expression: LiteralString) -> LiteralString:
    """A JSON value as text without blanks between its parts. Quoted text is unchanged."""
    blanks = r"""'("(?:[^"\\]|\\.)*")|([,:]) ', '\1\2', 'g'"""
    return f"case {expression} when '{{}}' then '{{}}' else regexp_replace({expression}::text, {blanks}) end"
