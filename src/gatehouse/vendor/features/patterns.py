"""Regular expressions that every engine is done with in time that grows slowly with the text."""

import re

LONGEST = 500
MOST_REPEATS = 3  # each adds a power of the text's length

REPEATS = "*+{?"
UNBOUNDED = re.compile(r"[*+]|\{\d*,\}")
CLASS = re.compile(r"\[\^?\]?(?:[^\]\\]|\\.)*\]")
ESCAPED = re.compile(r"\\.", re.DOTALL)
BACK = re.compile(r"\\[1-9k]")


def problem_of(pattern: str) -> str | None:
    """Why it is refused: it looks around or back, or repeats what repeats or chooses."""
    if len(pattern) > LONGEST:
        return f"at most {LONGEST} characters"
    try:
        re.compile(pattern)
    except re.error as error:
        return f"no pattern: {error}"
    if BACK.search(pattern) or "(?" in pattern:
        return "no pattern that looks around or back, and no groups with `(?`"
    plain = ESCAPED.sub("x", CLASS.sub("x", pattern))
    if len(UNBOUNDED.findall(plain)) > MOST_REPEATS:
        return f"at most {MOST_REPEATS} repeats"
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
