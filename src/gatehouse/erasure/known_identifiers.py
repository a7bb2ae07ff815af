"""Identifiers of a user to search for in an erasure, and their replacements."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from uuid import UUID

import orjson

# A shorter name identifies no user, and appears in too many places with another meaning.
SHORTEST_NAME = 2
# What stands before an address is no part of it.
BEFORE = r"(?<![\w.+-])"
# Where a text may be JSON, what a backslash makes of the letters behind it is no part of it either, such as
# the end of a line; and the letter that it needs is not the first one of an address (RFC 8259 §7).
BEFORE_IN_JSON = r"(?:(?<![\w.+\\-])|(?<=\\[bfnrt])|(?<=\\u[0-9a-f]{4})|(?<=\\)(?![bfnrtu]))"
NOTHING = r"(?!.)."


@dataclass(frozen=True)
class KnownIdentifiers:
    """`addresses` and `numbers` belong to the user alone, in lower case; other users may share `names`, and
    `typed` holds addresses and numbers that may belong to another user. `pseudonym` and `erasure_id` replace
    them, the latter also for `former_ids`, the ids of accounts that were merged into this one."""

    user_id: UUID
    erasure_id: UUID
    pseudonym: str
    addresses: tuple[str, ...]
    numbers: tuple[str, ...]
    names: tuple[str, ...]
    typed: tuple[str, ...] = ()
    former_ids: tuple[UUID, ...] = ()

    @classmethod
    def from_json(cls, text: bytes) -> "KnownIdentifiers":
        said = orjson.loads(text)
        return cls(
            UUID(said["user_id"]),
            UUID(said["erasure_id"]),
            said["pseudonym"],
            tuple(said["addresses"]),
            tuple(said["numbers"]),
            tuple(said["names"]),
            # Data of an erasure begun by an earlier version has none.
            tuple(said.get("typed", ())),
            tuple(UUID(one) for one in said.get("former_ids", ())),
        )

    def to_json(self) -> bytes:
        return orjson.dumps(asdict(self), default=str)

    @cached_property
    def ids(self) -> list[UUID]:
        return [self.user_id, *self.former_ids]

    @cached_property
    def words(self) -> list[str]:
        """Every text about the user contains one of these, names aside."""
        return [*map(str, self.ids), *self.addresses, *self.numbers]

    def is_about(self, data: Mapping[str, object]) -> bool:
        """Whether an event's data is about the user."""
        return any(data.get("user_id") == str(one) for one in self.ids)

    @cached_property
    def pattern(self) -> str:
        """Their addresses and numbers in a column, of which many are JSON, as PostgreSQL reads it; without
        regard to case."""
        return build_address_pattern([*self.addresses, *self.numbers], before=BEFORE_IN_JSON)

    @cached_property
    def typed_pattern(self) -> str:
        """Unverified identifiers, as a whole value or JSON string; never a part of one, nor a number."""
        return rf"(?:^|(?<=\")){_build_alternatives(self.typed)}(?=$|\")" if self.typed else NOTHING

    def replace_identifiers(self, text: str, more: Iterable[str] = ()) -> str:
        """The text without the user's identifiers, and without the words in `more`."""
        words = [*self.addresses, *self.numbers, *(one for one in more if one)]
        text = re.sub(build_address_pattern(words), self.pseudonym, text, flags=re.IGNORECASE)
        for one in self.ids:
            text = text.replace(str(one), str(self.erasure_id))
        return text

    def replace_names(self, text: str) -> str:
        """Replace names, and unverified addresses and numbers, in a text about the user: as whole words, not
        as part of others."""
        names = [one for one in (*self.names, *self.typed) if len(one) >= SHORTEST_NAME]
        for name in sorted(names, key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", self.pseudonym, text)
        return text


def build_address_pattern(addresses: Iterable[str], *, before: str = BEFORE) -> str:
    """`al@x.test`, but neither in `pal@x.test` nor in `al@x.test.example`. Nothing where there is none."""
    known = list(addresses)
    return rf"{before}{_build_alternatives(known)}(?![\w-]|\.\w)" if known else NOTHING


def _build_alternatives(texts: Iterable[str]) -> str:
    return f"(?:{'|'.join(re.escape(one) for one in texts)})"
