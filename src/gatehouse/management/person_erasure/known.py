"""What is looked for of somebody, and what stands there afterwards."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from uuid import UUID

import orjson

# A shorter name says nothing of anybody, and stands in too many places for other things.
SHORTEST_NAME = 2
# What stands before an address is no part of it.
BEFORE = r"(?<![\w.+-])"
# Where JSON writes the end of a line, or the like, as a letter (RFC 8259 §7), that letter is none either.
BEFORE_IN_JSON = rf"(?:{BEFORE}|(?<=\\[bfnrt])|(?<=\\u[0-9a-f]{{4}}))"


@dataclass(frozen=True)
class Known:
    """`addresses` and `numbers` are the person's alone, in small letters; `names` others may have too.
    `pseudonym` and `erasure_id` are what stands there afterwards, the latter also for `former_ids`, which
    accounts had that became part of theirs."""

    user_id: UUID
    erasure_id: UUID
    pseudonym: str
    addresses: tuple[str, ...]
    numbers: tuple[str, ...]
    names: tuple[str, ...]
    former_ids: tuple[UUID, ...] = ()

    @classmethod
    def read(cls, text: bytes) -> "Known":
        said = orjson.loads(text)
        return cls(
            UUID(said["user_id"]),
            UUID(said["erasure_id"]),
            said["pseudonym"],
            tuple(said["addresses"]),
            tuple(said["numbers"]),
            tuple(said["names"]),
            # The version before knew none.
            tuple(UUID(one) for one in said.get("former_ids", ())),
        )

    def written(self) -> bytes:
        return orjson.dumps(asdict(self), default=str)

    @cached_property
    def ids(self) -> list[UUID]:
        return [self.user_id, *self.former_ids]

    @cached_property
    def words(self) -> list[str]:
        """One of these is in every text that has to do with the person, names aside."""
        return [*map(str, self.ids), *self.addresses, *self.numbers]

    def is_about(self, data: Mapping[str, object]) -> bool:
        """What an event says."""
        return any(data.get("user_id") == str(one) for one in self.ids)

    @cached_property
    def pattern(self) -> str:
        """Their addresses and numbers in a column, of which many are JSON, as PostgreSQL reads it; without
        regard to case."""
        return whole([*self.addresses, *self.numbers], before=BEFORE_IN_JSON)

    def without(self, text: str, more: Iterable[str] = ()) -> str:
        """A text in which nothing of that stands, nor what `more` there is."""
        words = [*self.addresses, *self.numbers, *(one for one in more if one)]
        text = re.sub(whole(words), self.pseudonym, text, flags=re.IGNORECASE)
        for one in self.ids:
            text = text.replace(str(one), str(self.erasure_id))
        return text

    def without_name(self, text: str) -> str:
        """A text about the person, in which their names stand for them: as words, not as part of others."""
        names = [one for one in self.names if len(one) >= SHORTEST_NAME]
        for name in sorted(names, key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", self.pseudonym, text)
        return text


def whole(addresses: Iterable[str], *, before: str = BEFORE) -> str:
    """`al@x.test`, but neither in `pal@x.test` nor in `al@x.test.example`."""
    any_of = "|".join(re.escape(one) for one in addresses)
    return rf"{before}(?:{any_of})(?![\w-]|\.\w)"
