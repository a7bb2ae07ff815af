r"""Regular expressions that mean the same in every engine that evaluates rules, and end soon in all of them.

Accepted is what browsers, published clients and the SDKs read alike: characters, `.`, classes, `\d \w \s`
and their opposites, `\b`, anchors, groups, choices and repeats. The time of an engine that tries every way is
bounded by the form: see `_compute_ambiguity_degree`. The SDKs match texts of at most 2,000 characters.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST = 500
MOST_DEGREE = 2  # the time grows with this power of the text's length
MOST_WAYS = 1000  # of going through what may be missing, and through choices: they multiply
LONGEST_FIXED = 100  # characters in a row that must be there; more cost as much as a repeat
# Where the time grows with the square of the text's length, each way costs as much.
MOST_WAYS_SQUARED = 50

TOKEN = re.compile(
    r"\\.|\[\^?(?:[^\]\\]|\\.)*\]|\{\d+(?:,\d*)?\}\??|[*+?]\??|.",
    re.DOTALL,
)
REPEAT = re.compile(r"(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??")
ESCAPED = frozenset(r"dDwWsSbB.^$|?*+()[]{}\/-nrtfv")
ANY = "[^\n\r\u2028\u2029]"
POSITIONS = frozenset(["^", "$", r"\b", r"\B"])
# Characters by which two sets are compared, besides those that the pattern names.
SAMPLE = frozenset(map(chr, range(128))) | frozenset("é\u00a0\u2028\ufeff漢😀")


@dataclass(frozen=True, slots=True)
class _PatternPart:
    """A part of a sequence: a position, a set of characters, or a group's alternatives. `varies`: the text
    decides how often it is repeated; `optional`: it may be missing; `length`: how many characters it has at
    least when it is there."""

    position: str = ""
    characters: frozenset[str] = frozenset()
    alternatives: tuple[tuple["_PatternPart", ...], ...] = ()
    varies: bool = False
    optional: bool = False
    length: int = 0


class _PatternRefused(Exception):
    pass


def find_pattern_problem(pattern: str) -> str | None:
    """Why a pattern is refused, as the end of a sentence; None for one that is taken."""
    if len(pattern) > LONGEST:
        return f"at most {LONGEST} characters"
    try:
        parsed = _PatternParser(pattern).parse()
        re.compile(pattern, re.ASCII)
    except _PatternRefused as error:
        return str(error)
    except (re.error, OverflowError) as error:
        return f"no pattern: {error}"
    starts_anywhere = not all(one and one[0].position == "^" for one in parsed)
    degree = max(_compute_ambiguity_degree(one)[1] for one in parsed) + starts_anywhere
    if _count_ways(parsed) > (MOST_WAYS if degree < MOST_DEGREE else MOST_WAYS_SQUARED):
        return "fewer choices, and fewer parts that may be missing"
    if degree > MOST_DEGREE:
        return (
            "it would take too long on a long text: begin with ^, and put a character between repeats"
            " that the repeat before it does not match"
        )
    return None


class _PatternParser:
    def __init__(self, pattern: str) -> None:
        self._tokens = TOKEN.findall(pattern)
        self._sample = SAMPLE | frozenset(pattern)
        self._at = 0

    def parse(self) -> tuple[tuple[_PatternPart, ...], ...]:
        return tuple(self._parse_alternatives())

    def _parse_alternatives(self) -> Iterator[tuple[_PatternPart, ...]]:
        parts: list[_PatternPart] = []
        while (token := self._peek_token()) and token != ")":  # noqa: S105
            self._at += 1
            if token == "|":  # noqa: S105
                yield tuple(parts)
                parts = []
            else:
                parts.append(self._parse_part(token))
        yield tuple(parts)

    def _peek_token(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _parse_part(self, token: str) -> _PatternPart:
        alternatives: tuple[tuple[_PatternPart, ...], ...] = ()
        if token == "(":  # noqa: S105
            if self._peek_token().startswith("?"):
                raise _PatternRefused(
                    "no pattern that looks around or back, and no groups with `(?`"
                )
            alternatives = tuple(self._parse_alternatives())
            self._at += 1
        least, most = self._parse_repeat()
        if token in POSITIONS:
            if (least, most) != (1, 1):
                raise _PatternRefused("a position cannot be repeated")
            return _PatternPart(position=token)
        optional, varies = least == 0, most is None or most > max(least, 1)
        length = max(least, 1)
        if not alternatives:
            return _PatternPart("", self._parse_characters(token), (), varies, optional, length)
        length *= max(map(_count_least_characters, alternatives))
        if (least, most) in ((1, 1), (0, 1)):
            return _PatternPart("", frozenset(), alternatives, False, optional, length)
        [first, *others] = alternatives
        if others or any(one.varies or one.optional or one.alternatives for one in first):
            raise _PatternRefused("a group that repeats or chooses cannot be repeated")
        together = frozenset[str]().union(*(one.characters for one in first))
        return _PatternPart("", together, (), varies, optional, length)

    def _parse_repeat(self) -> tuple[int, int | None]:
        found = REPEAT.fullmatch(self._peek_token())
        if found is None:
            return 1, 1
        self._at += 1
        if REPEAT.fullmatch(self._peek_token()):
            raise _PatternRefused("engines differ about a repeat of a repeat")
        sign, least, comma, most = found.groups()
        if sign:
            return (0 if sign in "*?" else 1), (1 if sign == "?" else None)
        return int(least), int(most) if most else None if comma else int(least)

    def _parse_characters(self, token: str) -> frozenset[str]:
        if token == "{":  # noqa: S105
            raise _PatternRefused(r"engines differ about `{` that begins no repeat: write `\{`")
        if token.startswith("["):
            if token in ("[]", "[^]"):
                raise _PatternRefused(
                    r"engines differ about `]` at the beginning of a class: write `\]`"
                )
            if re.search(r"\\[DWSB]", token):
                raise _PatternRefused(r"no `\D`, `\W` or `\S` within a class: engines differ")
            if re.search(r"^\[\^?\[|--|&&|~~|\|\|", token):
                raise _PatternRefused(
                    r"engines differ about `[`, `--`, `&&`, `~~` and `||` within a class"
                )
        for escaped in re.findall(r"\\(.)", token, re.DOTALL):
            if escaped not in ESCAPED and (escaped.isalnum() or not escaped.isascii()):
                raise _PatternRefused(rf"engines differ about `\{escaped}`")
        matcher = re.compile(ANY if token == "." else token, re.ASCII)  # noqa: S105
        return frozenset(one for one in self._sample if matcher.fullmatch(one))


def _find_first_characters(
    parts: tuple[_PatternPart, ...], after: frozenset[str]
) -> frozenset[str]:
    """The characters with which a match may go on; without an end of the text, which no character is."""
    found: frozenset[str] = frozenset()
    for one in parts:
        if one.position == "$":
            return found
        if one.position:
            continue
        inner = [_find_first_characters(way, frozenset()) for way in one.alternatives]
        found |= one.characters.union(*inner)
        if not one.optional and not any(_may_be_empty(way) for way in one.alternatives):
            return found
    return found | after


def _may_be_empty(parts: tuple[_PatternPart, ...]) -> bool:
    return all(
        one.position or one.optional or any(map(_may_be_empty, one.alternatives)) for one in parts
    )


def _count_least_characters(parts: tuple[_PatternPart, ...]) -> int:
    return sum(one.length for one in parts)


def _can_fail(parts: tuple[_PatternPart, ...], *, after: bool) -> bool:
    return any(one.position or not one.optional for one in parts) or after


def _compute_ambiguity_degree(
    parts: tuple[_PatternPart, ...],
    after: frozenset[str] = frozenset(),
    *,
    fails_after: bool = False,
) -> tuple[int, int]:
    """How many repeats of the sequence may end at several places of a text, and the power of the text's
    length that a match takes which starts at one place.

    A repeat whose next character it does not match itself ends at one place alone. Any other multiplies what
    comes behind it. Behind a repeat that nothing follows which could fail, nothing is tried again. Many
    characters in a row are compared anew at each place, as often as a repeat goes round.
    """
    open_ends = degree = length = 0
    for position, one in enumerate(parts):
        length += one.length
        if length > LONGEST_FIXED:
            degree = max(degree, open_ends + 1)
        rest = parts[position + 1 :]
        follows = _find_first_characters(rest, after)
        fails = _can_fail(rest, after=fails_after)
        if one.alternatives:
            inner = [
                _compute_ambiguity_degree(way, follows, fails_after=fails)
                for way in one.alternatives
            ]
            degree = max(degree, open_ends + max(inner_degree for _, inner_degree in inner))
            open_ends += max(ends for ends, _ in inner)
        elif one.varies and fails:
            degree = max(degree, open_ends + 1)
            open_ends += bool(one.characters & follows)
    return open_ends, degree


def _count_ways(alternatives: tuple[tuple[_PatternPart, ...], ...]) -> int:
    """How many ways there are at most: the alternatives of each group times those of every other."""
    most = 0
    for parts in alternatives:
        ways = 1
        for one in parts:
            ways *= _count_ways(one.alternatives) if one.alternatives else 1
            ways *= 2 if one.optional and not one.varies else 1
        most += ways
    return most
