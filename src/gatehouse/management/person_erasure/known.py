"""What is looked for of somebody, and what stands there afterwards."""

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cached_property
from uuid import UUID

import orjson

# A shorter name says nothing of anybody, and stands in too many places for other things.
SHORTEST_NAME = 2


@dataclass(frozen=True)
class Known:
    """`addresses` and `numbers` are the person's alone, in small letters; `names` others may have too, and
    `typed` are addresses and numbers that may be anybody's. `pseudonym` and `erasure_id` are what stands
    there afterwards."""

    user_id: UUID
    erasure_id: UUID
    pseudonym: str
    addresses: tuple[str, ...]
    numbers: tuple[str, ...]
    names: tuple[str, ...]
    typed: tuple[str, ...] = ()

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
            tuple(said.get("typed", ())),  # of one that a version before has begun
        )

    def written(self) -> bytes:
        return orjson.dumps(asdict(self))

    @cached_property
    def words(self) -> list[str]:
        """One of these is in every text that has to do with the person, names aside."""
        return [str(self.user_id), *self.addresses, *self.numbers]

    @cached_property
    def pattern(self) -> str:
        """Their addresses and numbers, as Python and PostgreSQL read it; without regard to case."""
        return whole([*self.addresses, *self.numbers])

    @cached_property
    def pattern_in_json(self) -> str:
        """The same where a text is written as JSON: what follows a backslash there belongs to it, so that
        `n` of a new line is not the first letter of an address. For PostgreSQL alone."""
        return self.pattern.replace(BEFORE, BEFORE_IN_JSON)

    @cached_property
    def typed_pattern(self) -> str:
        """What else they gave, as a whole value or string of JSON; never a part of one, nor a number."""
        return rf"(?:^|(?<=\")){_any_of(self.typed)}(?=$|\")" if self.typed else NOTHING

    def without(self, text: str, more: Iterable[str] = ()) -> str:
        """A text in which nothing of that stands, nor what `more` there is."""
        text = re.sub(self.pattern, self.pseudonym, text, flags=re.IGNORECASE)
        if further := [one for one in more if one]:
            text = re.sub(whole(further), self.pseudonym, text, flags=re.IGNORECASE)
        return text.replace(str(self.user_id), str(self.erasure_id))

    def without_name(self, text: str) -> str:
        """A text about the person, in which their names, and what else they gave, stand for them: as words,
        not as part of others."""
        names = [one for one in (*self.names, *self.typed) if len(one) >= SHORTEST_NAME]
        for name in sorted(names, key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", self.pseudonym, text)
        return text


BEFORE = r"(?<![\w.+-])"
BEFORE_IN_JSON = r"(?:(?<![\w.+\\-])|(?<=\\[bfnrt]))"
NOTHING = r"(?!.)."


def whole(addresses: Iterable[str]) -> str:
    """`al@x.test`, but neither in `pal@x.test` nor in `al@x.test.example`. Nothing where there is none."""
    known = list(addresses)
    return rf"{BEFORE}{_any_of(known)}(?![\w-]|\.\w)" if known else NOTHING


def _any_of(texts: Iterable[str]) -> str:
    return f"(?:{'|'.join(re.escape(one) for one in texts)})"
