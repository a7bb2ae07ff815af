"""Kinds of text that several sections take."""

import json
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Self
from urllib.parse import urlsplit

import orjson
from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints
from pydantic_core import ErrorDetails

from gatehouse.kit.db import Command, Db, Query
from gatehouse.kit.events import Event
from gatehouse.kit.refused_value import RefusedValue
from gatehouse.kit.sealed import SealedColumn


def check_web_address(text: str) -> str:
    try:
        parts = urlsplit(text)
        is_web = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        is_web = False
    if not is_web or "@" in parts.netloc:
        text = "must be a URL such as https://www.example.com/logo.svg"
        raise RefusedValue(text, "web_address")
    return text


WebAddress = Annotated[
    str,
    StringConstraints(max_length=2000, pattern=r"^[\x21-\x7e]*$"),
    AfterValidator(check_web_address),
]


def check_landing_place(text: str) -> str:
    """A path of this server, but not its root, which leads there; or another address."""
    is_path = text.startswith("/") and not text.startswith(("//", "/\\"))
    if is_path and urlsplit(text).path.strip("/"):
        return text
    try:
        return check_web_address(text)
    except ValueError:
        said = "must be a path such as /oauth/portal, or an address such as https://app.example.com"
        raise RefusedValue(said, "landing_place") from None


LandingPlace = Annotated[
    str,
    StringConstraints(max_length=2000, pattern=r"^[\x21-\x7e]*$"),
    AfterValidator(check_landing_place),
]
OptionalAddress = Annotated[
    str,
    StringConstraints(max_length=2000, pattern=r"^[\x21-\x7e]*$"),
    AfterValidator(lambda text: text and check_web_address(text)),
]


def require_plain_json(value: Any) -> Any:
    """Whatever a column can hold: not nested too deeply, no half a letter, no number without end."""
    try:
        text = orjson.dumps(value)
    except TypeError as error:
        raise RefusedValue("must be plain JSON", "no_plain_json") from error
    if b"\\u0000" in text:
        raise RefusedValue("must not contain NUL", "control_characters")
    return value


Plain = AfterValidator(require_plain_json)


def drop_nulls(value: Any) -> Any:
    """Remove null values: TOML has none, and a missing field has the same meaning."""
    if isinstance(value, dict):
        return {key: drop_nulls(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [drop_nulls(inner) for inner in value if inner is not None]
    return value


# An entry is what the document says of one thing, as plain values; a section has several by key. A
# table without entries of its own (`[brand]`) is the one entry with the key "".
Entries = dict[str, Any]
State = Mapping[str, Entries]
# Keys of what changes; None for what was not there, or goes.
Changes = Mapping[str, tuple[Any, Any]]
ONLY = ""

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def quote_key(key: str) -> str:
    """The key as part of a place: quoted where TOML requires it."""
    return key if BARE_KEY.fullmatch(key) else json.dumps(key, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class DocumentProblem:
    """A problem and its place, such as `roles.Editor.level`: as English text, and as a code with its
    parameters for screens in other languages."""

    place: str
    text: str
    code: str
    given: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_error(cls, place: str, error: ValueError) -> Self:
        if isinstance(error, RefusedValue):
            return cls(place, str(error), error.code, error.given)
        return cls(place, str(error), "refused")

    @classmethod
    def from_field_error(cls, place: str, error: ErrorDetails) -> Self:
        """The problem from a validation error of an entry's model."""
        said = error.get("ctx", {})
        if isinstance(said.get("error"), RefusedValue):
            return cls.from_error(place, said["error"])
        text = error["msg"].removeprefix("Value error, ")
        if error["type"] == "extra_forbidden":
            text = "this field does not exist"
        given = {name: one for name, one in said.items() if isinstance(one, str | int | float)}
        if "expected" in given:
            given["expected"] = str(given["expected"]).replace(" or ", ", ")
        return cls(place, text, error["type"], given)

    def __str__(self) -> str:
        return f"{self.place}: {self.text}" if self.place else self.text


def build_unknown_permission_problem(place: str, key: str) -> DocumentProblem:
    return DocumentProblem(
        place, f"the permission {key!r} does not exist", "no_permission", {"name": key}
    )


class DocumentEntry(BaseModel):
    """The fields of an entry. Unknown ones are refused, and nothing is guessed into another type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, from_attributes=True)


def build_table_reader(
    kind: type[DocumentEntry], rows: Query[Any], key: str = "key"
) -> Callable[[Db], Awaitable[Entries]]:
    """Reads the entries of a table whose columns have the names of the fields."""

    def to_entry(row: Any) -> Any:
        stored = {name: getattr(row, name, None) for name in kind.model_fields}
        return kind.model_validate(row, context=stored).model_dump(mode="json", exclude_none=True)

    async def read(db: Db) -> Entries:
        return {getattr(row, key): to_entry(row) for row in await rows.all(db)}

    return read


async def delete_removed_entries(
    db: Db, delete: Command, changes: Changes
) -> list[tuple[str, Any]]:
    """Delete the entries that are removed; those to save, with their keys."""
    await delete.run(db, [key for key, (_, after) in changes.items() if after is None])
    return [(key, after) for key, (_, after) in changes.items() if after is not None]


def _find_no_problems(_: State) -> Iterable[DocumentProblem]:
    return ()


def _no_default(_: str) -> None:
    return None


def _merge_fields(before: Any, given: Any) -> Any:
    """Fields that are not given stay."""
    return {**before, **given} if isinstance(before, dict) and isinstance(given, dict) else given


@dataclass(frozen=True)
class DocumentSection:
    """`accepts` is the type of an entry, validated with the stored entry as context; `keys` is the pattern of
    its key, `default` what an entry is when it was removed, `most` how many there may be. `check` sees the
    whole document as it would be. `finish` runs when every section is written, and returns the events to
    announce besides. `scalar` entries are single values instead of tables. `secrets` are fields that are
    kept sealed in the column, whose rows have the entry's key as id; they are sent to where the fields
    `sent_to` say."""

    name: str
    text: str
    accepts: Any
    read: Callable[[Db], Awaitable[Entries]]
    write: Callable[[Db, Changes], Awaitable[None]]
    single: bool = False
    scalar: bool = False
    check: Callable[[State], Iterable[DocumentProblem]] = _find_no_problems
    finish: Callable[[Db, Changes], Awaitable[Sequence[Event]]] | None = None
    merge: Callable[[Any, Any], Any] = _merge_fields
    default: Callable[[str], Any] = _no_default
    keys: str = r"[^\x00-\x1f\x7f]{1,200}"
    example: str = ""
    secrets: Mapping[str, SealedColumn] = field(default_factory=dict)
    sent_to: tuple[str, ...] = ()
    most: int | None = None

    def problems(self, state: State) -> Iterable[DocumentProblem]:
        """What is wrong with the section in the document as it would be."""
        if self.most is not None and len(state[self.name]) > self.most:
            yield DocumentProblem(
                self.name, f"at most {self.most}", "too_many", {"most": self.most}
            )
        yield from self.check(state)
