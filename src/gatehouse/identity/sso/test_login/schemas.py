from typing import Annotated
from uuid import UUID

from pydantic import StringConstraints

from gatehouse.identity.sso.sign_in.schemas import State
from gatehouse.kit.schemas import Wire


class TestLoginCheck(Wire):
    """One line of the trace. Screens translate by `name`, and the fix by `code` where a check can fail in
    several ways; `came` and `expected` are values, `mend` says how to fix it, also for some checks that
    passed."""

    name: str
    passed: bool
    says: str
    came: str | None = None
    expected: str | None = None
    mend: str | None = None
    code: str | None = None


class TestLoginOut(Wire):
    """`address`: where the browser goes, only in the response to the start. `passed` is null until the
    browser came back."""

    id: UUID
    passed: bool | None
    checks: list[TestLoginCheck]
    address: str | None = None


class RefusedAnswer(Wire):
    """The error that a provider of OpenID Connect sends instead of a code (RFC 6749 §4.1.2.1)."""

    state: State
    error: Annotated[str, StringConstraints(max_length=200)]
    error_description: Annotated[str, StringConstraints(max_length=2000)] = ""
