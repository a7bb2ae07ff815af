"""Regular expressions that every engine is done with in time that grows slowly with the text."""

import re

LONGEST = 500
MOST_REPEATS = 3  # each adds a power of the text's length
MOST_WAYS = 1000  # of going through what may be there or not, and through choices: they multiply

REPEATS = "*+{?"
UNBOUNDED = re.compile(r"[*+]|\{\d*,\d*\}")
# A sign that another is no more than that, or a class: together, as one may hold the other's beginning.
ONE = re.compile(r"\\.|\[\^?\]?(?:[^\]\\]|\\.)*\]", re.DOTALL)
OPTIONAL = re.compile(r"(?<![*+?}])\?")
BACK = re.compile(r"\\[1-9k]")


def problem_of(pattern: str) -> str | None:
    """Why it is refused: it looks around or back, or repeats what repeats or chooses."""
    if len(pattern) > LONGEST:
        return f"at most {LONGEST} characters"
    try:
        re.compile(pattern)
    except (re.error, OverflowError) as error:
        return f"no pattern: {error}"
    if BACK.search(pattern) or "(?" in pattern:
        return "no pattern that looks around or back, and no groups with `(?`"
    if any(one.startswith(("[]", "[^]")) for one in ONE.findall(pattern)):
        return r"engines differ about `]` at the beginning of a class: write `\]`"
    plain = ONE.sub("x", pattern)
    if len(UNBOUNDED.findall(plain)) > MOST_REPEATS:
        return f"at most {MOST_REPEATS} repeats"
    if _ways(plain) > MOST_WAYS:
        return "fewer choices, and fewer parts that may be missing"
    return "a group that repeats or chooses cannot be repeated" if _nests(plain) else None


def _nests(plain: str) -> bool:
    """Whether what is repeated holds a repeat or a choice at any depth."""
    groups = [False]
    for at, sign in enumerate(plain):
        if sign == "(":
            groups.append(False)
        elif sign == ")":
            varies = groups.pop()
            if varies and plain[at + 1 : at + 2] in tuple(REPEATS):
                return True
            groups[-1] |= varies
        elif sign in REPEATS or sign == "|":
            groups[-1] = True
    return False


def _ways(plain: str) -> int:
    """How many ways there are at most: the alternatives of each group times those of every other."""
    open_groups, ways = [1], 1 << len(OPTIONAL.findall(plain))
    for sign in plain:
        if sign == "(":
            open_groups.append(1)
        elif sign == ")":
            ways *= open_groups.pop()
        elif sign == "|":
            open_groups[-1] += 1
    return ways * open_groups[0]
