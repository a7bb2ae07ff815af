"""The base of every body on the wire: camelCase outside, snake_case inside."""

import re
from datetime import UTC, datetime
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin
from unicodedata import category, normalize
from zoneinfo import ZoneInfo

import orjson
from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    StringConstraints,
)
from pydantic.alias_generators import to_camel

from gatehouse.kit.refused_value import RefusedValue


def _refuse_boolean(value: object) -> object:
    if isinstance(value, bool):
        raise ValueError("must be a number")
    return value


NUMBER = BeforeValidator(_refuse_boolean)


def _is_whole_number(annotation: Any) -> bool:
    """`int`, also with bounds, and where it may be missing; not what may be true or false as well."""
    if get_origin(annotation) is Annotated:
        return _is_whole_number(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        parts = get_args(annotation)
        return bool not in parts and any(map(_is_whole_number, parts))
    return annotation is int


class Wire(BaseModel):
    """Unknown fields are ignored: clients send back whole objects with fields of their own. `true` is no
    whole number, although it would count as one."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        from_attributes=True,
        extra="ignore",
        defer_build=True,  # until it is first used: most are not in any one process
    )

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        for field in cls.model_fields.values():
            if _is_whole_number(field.annotation) and NUMBER not in field.metadata:
                field.metadata.append(NUMBER)


def to_nfc(text: str) -> str:
    """The text in Unicode normalization form C: é is one code point, however a file has composed it."""
    return text if text.isascii() else normalize("NFC", text)


def _compose_text(value: object) -> object:
    return to_nfc(value) if isinstance(value, str) else value


COMPOSED = BeforeValidator(_compose_text)

# PostgreSQL cannot store NUL, and control characters are only ever an attack or a slip: a name with
# line breaks would write its own paragraphs into mail. For what is read back, too: what was once taken stays.
Line = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$"),
    COMPOSED,
]
# C1, line separators, and what turns the direction of the text around it.
UNSEEN = re.compile("[\x80-\x9f\u2028-\u202e\u2066-\u2069]")
# Counted as letters or symbols, and drawn as nothing.
BLANK = set("\u115f\u1160\u2800\u3164\uffa0")


def _require_visible_text(text: str) -> str:
    if UNSEEN.search(text):
        raise RefusedValue("must not contain control characters", "control_characters")
    if text and all(letter in BLANK or category(letter)[0] in "CZ" for letter in text):
        raise RefusedValue("must contain visible characters", "nothing_to_read")
    return text


# What a call names something.
Name = Annotated[Line, AfterValidator(_require_visible_text)]
# May have lines.
Text = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, max_length=2000, pattern=r"^[^\x00-\x08\x0b-\x1f\x7f]*$"
    ),
    COMPOSED,
]


def _to_utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise ValueError("is too far in the future or past") from None


def _refuse_number(value: object) -> object:
    """The wire writes times as texts: -1 would be a moment of 1969, where other fields read it as "never"."""
    if isinstance(value, int | float) or (isinstance(value, str) and NUMERIC.fullmatch(value)):
        raise ValueError("must be a date and time such as 2026-01-31T12:00:00Z")
    return value


NUMERIC = re.compile(r"\s*[+-]?[\d.]+\s*")

# The first and the last hours of the calendar are in no year of UTC, and so in none of the database.
Instant = Annotated[AwareDatetime, BeforeValidator(_refuse_number), AfterValidator(_to_utc)]


def _require_known_zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise ValueError("must be a time zone such as Europe/Berlin") from None
    return name


TimeZone = Annotated[Line, AfterValidator(_require_known_zone)]
# The form of ISO 4217.
Currency = Annotated[Line, StringConstraints(pattern=r"^[A-Za-z]{3}$")]

# What looks like a link, an address or a path, including text that mail programs turn into a link:
# `host.test/path`, `host.test:8443`, `mailto:user`.
LINK = re.compile(
    r"://|www\.|[<>]|\S@\S|\w\.\w\S*(?:[/?#&=]|:\S)|\b[a-z][a-z0-9+.-]+:\S|(?:^|\s)[/\\]+\w",
    re.IGNORECASE,
)
# A full stop followed by another sentence: a name must not carry a message.
SENTENCES = re.compile(r"\w{4,}[.!?]\s+\w+\s+\w")
MOST_WORDS = 11


def _require_plain_name(text: str) -> str:
    if LINK.search(text):
        raise RefusedValue("must not contain a link or an address", "link")
    if SENTENCES.search(text) or len(text.split()) > MOST_WORDS:
        raise RefusedValue("must be a name, not a sentence", "sentence")
    return text


# Names of users and companies: they are contained in mail to addresses that any user can enter.
Spoken = Annotated[Name, AfterValidator(_require_plain_name)]


# An email address as it is typed; `normalize_email` gives the stored form.
EmailText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=320)]

Phone = Annotated[
    str, StringConstraints(strip_whitespace=True, pattern=r"^(\+?[0-9 ()./-]{3,32})?$")
]

MAX_METADATA = 4096  # bytes of JSON: it travels in every access token


def json_object(value: object) -> dict[str, Any] | None:
    """Of an object or its text, as far as a column can hold it; None for nothing at all."""
    if value is None or value == "":
        return None
    parsed = orjson.loads(value) if isinstance(value, str) else value
    if not isinstance(parsed, dict):
        raise RefusedValue("must be a JSON object", "no_object")
    try:
        text = orjson.dumps(parsed)
    except TypeError as error:  # nested too deeply, half a letter, or a number that no column holds
        raise RefusedValue("must be plain JSON", "no_plain_json") from error
    if len(text) > MAX_METADATA or b"\\u0000" in text or _has_too_many_digits(parsed):
        said = f"must be at most {MAX_METADATA} bytes, without NUL or extreme numbers"
        raise RefusedValue(said, "metadata_too_large", bytes=MAX_METADATA)
    return parsed


def _has_too_many_digits(value: object) -> bool:
    """PostgreSQL writes a number out with all its digits: `1e308` has 309."""
    if isinstance(value, dict):
        return any(map(_has_too_many_digits, value.values()))
    if isinstance(value, list):
        return any(map(_has_too_many_digits, value))
    return isinstance(value, float) and value != 0 and not 1e-15 < abs(value) < 1e15


# The client sends it as JSON text. An empty text is None.
Metadata = Annotated[dict[str, Any] | None, BeforeValidator(json_object)]
