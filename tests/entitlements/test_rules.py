"""Which rules are taken: those that every client can decide by."""

import random
import re
from time import process_time

import pytest
from pydantic import ValidationError

from gatehouse.vendor.features import RuleCondition
from gatehouse.vendor.rule_patterns import find_pattern_problem

TAKEN = [
    ("frontegg.email", "ends_with", {"list": ["@acme.com"]}),
    ("frontegg.tenantId", "in_list", {"list": []}),
    ("frontegg.emailVerified", "is", {"boolean": True}),
    ("jwt.metadata.level", "equal", {"number": 1.5}),
    ("jwt.plan", "matches", {"string": "^pro"}),
    ("seats", "between_numeric", {"start": 1, "end": 1}),
    ("since", "on", {"date": "2026-01-01"}),
    ("since", "on", {"date": "1970-01-01"}),
    ("since", "on_or_after", {"date": "2026-01-01T00:00:00+02:00"}),
    ("since", "between_date", {"end": "2026-02-01", "start": "2026-01-01T00:00:00Z"}),
]
REFUSED = [
    ("frontegg.email", "is", {"boolean": True}),
    ("frontegg.emailVerified", "in_list", {"list": ["true"]}),
    ("frontegg.name", "contains", {"list": ["x"]}),
    ("jwt.iat", "on", {"date": "2026-01-01"}),
    ("frontegg.userId", "between_date", {"start": "2026-01-01", "end": "2026-01-02"}),
    ("x", "in_list", {"list": "acme"}),
    ("x", "in_list", {"list": [1]}),
    ("x", "in_list", {"list": ["a"] * 1001}),
    ("x", "equal", {"number": True}),
    ("x", "equal", {"number": "1"}),
    ("x", "equal", {"number": 1, "more": 2}),
    ("x", "equal", {}),
    ("x", "is", {"boolean": "true"}),
    ("x", "between_numeric", {"start": 2, "end": 1}),
    ("x", "between_date", {"start": "2026-02-01", "end": "2026-01-01"}),
    ("x", "on", {"date": "tomorrow"}),
    # What Python takes, and browsers do not, or not as the same moment.
    ("x", "on", {"date": "20260101"}),
    ("x", "on", {"date": "2026-W01-1"}),
    ("x", "on", {"date": "2026-01-01T10"}),
    ("x", "on", {"date": "2026-01-01 10:00:00"}),
    ("x", "on", {"date": "2026-01-01T10:00:00,5"}),
    ("x", "on", {"date": "2026-01-01T10:00:00.123456Z"}),
    ("x", "on", {"date": "2026-01-01T10:00:00+0100"}),
    ("x", "on", {"date": "2026-01-01T10:00:00+01:00:30"}),
    ("x", "between_date", {"start": "20260101", "end": "2026-01-02"}),
    ("x", "matches", {"string": "("}),
    ("x", "like", {"string": "x"}),
    ("a b", "is", {"boolean": True}),
]


@pytest.mark.parametrize(("attribute", "op", "value"), TAKEN)
def test_valid_rules_are_accepted(attribute, op, value):
    assert RuleCondition(attribute=attribute, op=op, value=value).op == op


@pytest.mark.parametrize(("attribute", "op", "value"), REFUSED)
def test_invalid_rules_are_refused(attribute, op, value):
    with pytest.raises(ValidationError):
        RuleCondition(attribute=attribute, op=op, value=value)


@pytest.mark.parametrize(
    "pattern",
    [
        "^.*@acme\\.com$",
        "(ab)+c",
        "[a+|b]*x",
        "\\(a+\\)+",
        "a{2,5}b",
        "colou?r",
        "(a)(b)(c)",
        ".*foo.*",
        "",
        "^[a-z]+-[0-9]+-[a-z]+$",
        "^.*@(acme|example)\\.(com|org)$",
        "^[^@]+@[^@]+$",
        r"[\w.-]+@acme\.com",
        "a*?b",
        "a]",
        "^[0-9a-f]{64}$",
        "^.*@(one|two|three|four|five|six|seven|eight|nine|ten)\\.example$",
    ],
)
def test_patterns_that_end(pattern):
    assert find_pattern_problem(pattern) is None


@pytest.mark.parametrize(
    "pattern",
    [
        "a{99999999999}",
        "(a+)+",
        "(a|a)*",
        "((a+))*x",
        "(((a*)))+",
        "(a?){30}",
        "(?=a)b",
        "(a)\\1",
        "(?:a)",
        # The time grows with the third power of the text or more.
        r"\w*\w*\w*!$",
        ".*.*.*=x",
        "^a*a*a*$",
        "^(a*)(a*)(a*)$",
        "^(a*|b)a*a*$",
        # A browser reads another pattern, or none.
        "a++b",
        "^x{,3}$",
        r"\Aabc",
        r"^a\Z",
        r"a\x41",
        "a{b",
        r"[\S]",
        "[[:alpha:]]",
        "x" * 501,
        r"\[(a+)+]b",
        "[^](a+)+]b",
        "a{0,99}" * 4 + "b",
        "a?" * 24 + "a" * 24,
        "(a|aa)" * 12 + "b",
        # Choices, or many characters in a row, are tried anew at each place.
        "a?" * 9 + "a*b",
        "(a|a|a|a|a|a|a|a|a|a)" * 3 + "a*b",
        r"[ab]*[ab]{500}\s",
        "a*" + "a{90}" * 6 + "b",
        "a*((a{30}){30})b",
    ],
)
def test_patterns_that_may_not(pattern):
    assert find_pattern_problem(pattern)


def test_patterns_that_are_accepted_end_soon():
    """Random patterns, on texts of their own characters that nearly match."""
    chance = random.Random(5)  # noqa: S311
    accepted = 0
    while accepted < 300:
        pattern = "".join(chance.choice(PIECES) for _ in range(chance.randint(1, 8)))
        if find_pattern_problem(pattern):
            continue
        accepted += 1
        compiled = re.compile(pattern, re.ASCII)
        for letters in ("a", "ab", "a=", "!a"):
            text = (letters * 400)[:400] + "\u2028"
            began = process_time()
            compiled.search(text)
            assert process_time() - began < 1, (pattern, letters)


PIECES = [
    *"ab=!^$.|",
    "a*",
    "a+",
    "b*",
    ".*",
    ".+",
    r"\w*",
    "[ab]*",
    "[^b]+",
    "(a|b)",
    "(ab)+",
    "(a*|b)",
    "a?",
    "a{2,9}",
]
