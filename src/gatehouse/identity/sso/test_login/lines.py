"""The lines of a trace, in their stored form."""

from dataclasses import asdict
from typing import Any

from gatehouse.identity.sso.saml.trace import CheckedValue, printable_value

Line = dict[str, Any]


def of_check(check: CheckedValue) -> Line:
    return asdict(check)


def passed_line(
    name: str,
    says: str,
    came: str | None = None,
    expected: str | None = None,
    *,
    mend: str | None = None,
    code: str | None = None,
) -> Line:
    """A passed check; `mend` is set if the sign-in succeeds but something should be fixed."""
    return _build_line(name, True, says, came, expected, mend, code)


def failed_line(
    name: str,
    says: str,
    *,
    mend: str,
    came: str | None = None,
    expected: str | None = None,
    code: str | None = None,
) -> Line:
    return _build_line(name, False, says, came, expected, mend, code)


def _build_line(
    name: str,
    is_passed: bool,
    says: str,
    came: str | None,
    expected: str | None,
    mend: str | None,
    code: str | None,
) -> Line:
    return {
        "name": name, "passed": is_passed, "says": says, "came": printable_value(came),
        "expected": printable_value(expected or None), "mend": mend, "code": code,
    }  # fmt: skip
