"""The base of every body on the wire: camelCase outside, snake_case inside."""

import re
from typing import Annotated
from unicodedata import category

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints
from pydantic.alias_generators import to_camel


class Wire(BaseModel):
    """Unknown fields are ignored: clients send back whole objects with fields of their own."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, from_attributes=True, extra="ignore"
    )


# PostgreSQL cannot store NUL, and control characters are only ever an attack or a slip: a name with
# line breaks would write its own paragraphs into mail.
Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$"),
]
# May have lines.
Text = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, max_length=2000, pattern=r"^[^\x00-\x08\x0b-\x1f\x7f]*$"
    ),
]

# Also what mail programs make a link of by themselves: `host.test/path`, `host.test:8443`.
LINK = re.compile(r"://|www\.|[<>]|\w\.\w{2,}(?::\d|[/?#]\w)", re.IGNORECASE)
# C1, line separators, and what turns the direction of the text around it.
UNSEEN = re.compile("[\x80-\x9f\u2028-\u202e\u2066-\u2069]")
# Counted as letters or symbols, and drawn as nothing.
BLANK = set("\u115f\u1160\u2800\u3164\uffa0")


def _to_be_read(text: str) -> str:
    if LINK.search(text):
        raise ValueError("must not contain a link")
    if UNSEEN.search(text):
        raise ValueError("must not contain control characters")
    if text and all(letter in BLANK or category(letter)[0] in "CZ" for letter in text):
        raise ValueError("must contain something to read")
    return text


# What people call themselves and their company: it goes into mail to whatever address somebody types.
Spoken = Annotated[Name, AfterValidator(_to_be_read)]
