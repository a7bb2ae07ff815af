"""The ids of tenants as the wire names them: texts that the vendor may choose (ADR 28).

A text in the form of a UUID is the inner id itself. Any other text stands for an inner id that is computed
from it, so naming a tenant by its text costs no look at the database, here or on another machine.
"""

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any, Self
from uuid import UUID

from pydantic import (
    BeforeValidator,
    PlainSerializer,
    PlainValidator,
    ValidationInfo,
    WithJsonSchema,
)

from gatehouse.kit.refused_value import RefusedValue

# "text" in ASCII: how an inner id begins that was computed from a text. It is a UUID of version 8 (RFC 9562).
MARK = "74657874"
UUID_FORM = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE
)
COMPUTED = re.compile(MARK + r"-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
MOST_CHARACTERS = 255
# Control characters, what would end an address or the line that it stands on, and half a surrogate pair.
FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f/?#\u2028\u2029\ud800-\udfff]")
# Programs that join addresses take dots for a step in the path; the words mean a missing value in a query.
RESERVED = {".", "..", "null", "undefined"}
# Given to the validation of what was stored with inner ids, and never to what comes from outside.
STORED = {"tenant_ids": "inner"}


class MalformedTenantId(RefusedValue):
    """A text that cannot be the id of a tenant."""

    def __init__(self, text: str) -> None:
        super().__init__(text, "tenant_id")


def is_computed(inner: UUID) -> bool:
    """Whether this inner id stands for a text."""
    return COMPUTED.fullmatch(str(inner)) is not None


def inner_id(text: str) -> UUID:
    """The inner id of the tenant that a caller names by this text. Raises `MalformedTenantId`."""
    if UUID_FORM.fullmatch(text) and not COMPUTED.fullmatch(text.lower()):
        return UUID(text)
    if not 1 <= len(text) <= MOST_CHARACTERS:
        raise MalformedTenantId(f"must have 1 to {MOST_CHARACTERS} characters")
    if FORBIDDEN.search(text):
        raise MalformedTenantId("must not contain control characters, slashes, ? or #")
    if text != text.strip() or text in RESERVED:
        raise MalformedTenantId("must not begin or end with a space, nor be . or .. or null")
    digits = sha256(text.encode()).hexdigest()
    variant = "89ab"[int(digits[7], 16) & 3]
    return UUID(f"{MARK}{digits[:4]}8{digits[4:7]}{variant}{digits[8:23]}")


def decode_header(value: str) -> str:
    """A header as it was meant: the framework reads each byte as a letter, and clients send UTF-8."""
    try:
        return value.encode("latin-1").decode()
    except UnicodeError:
        return value


def inner_id_or_none(text: str | None) -> UUID | None:
    """Of a hint that may be empty, or no id at all."""
    try:
        return inner_id(text) if text else None
    except MalformedTenantId:
        return None


@dataclass(frozen=True, slots=True)
class ChosenTenantId:
    """The id of a tenant that is to be made. `text` is None where the inner id is its own text."""

    inner: UUID
    text: str | None

    @classmethod
    def from_text(cls, text: str) -> Self:
        """`MalformedTenantId`. A computed id within a text would be replaced too when the text leaves, and
        the tenant would pass for another one."""
        if COMPUTED.search(text.lower()):
            raise MalformedTenantId(f"must not contain a UUID of version 8 that begins with {MARK}")
        inner = inner_id(text)
        return cls(inner, text if is_computed(inner) else None)

    def __str__(self) -> str:
        return self.text or str(self.inner)


def _parse_inner_id(value: Any, info: ValidationInfo) -> Any:
    return inner_id(value) if isinstance(value, str) and info.context is not STORED else value


def _parse_header_id(value: Any) -> Any:
    return inner_id(decode_header(value)) if isinstance(value, str) else value


def _parse_chosen_id(value: Any) -> ChosenTenantId:
    """Of a text alone: the parts of the id are not the caller's to choose."""
    if not isinstance(value, str):
        raise MalformedTenantId("must be a text")
    return ChosenTenantId.from_text(value)


_SCHEMA = {"type": "string", "format": "tenant-id", "minLength": 1, "maxLength": MOST_CHARACTERS}

# What a caller names a tenant by, as its inner id: in paths, queries, headers and bodies.
TenantId = Annotated[UUID, BeforeValidator(_parse_inner_id), WithJsonSchema(_SCHEMA)]

# The same of a header.
HeaderTenantId = Annotated[UUID, BeforeValidator(_parse_header_id), WithJsonSchema(_SCHEMA)]

# What a new tenant is to be called by.
NewTenantId = Annotated[
    ChosenTenantId,
    PlainValidator(_parse_chosen_id),
    PlainSerializer(str, return_type=str),
    WithJsonSchema(_SCHEMA),
]

# In what leaves: the inner id, which `kit.external_ids` replaces on its way.
ShownTenantId = Annotated[UUID, WithJsonSchema(_SCHEMA)]
