"""The checks of a message, one line each, so that an administrator can see what to fix."""

from dataclasses import dataclass, field
from enum import StrEnum

MOST_SHOWN = 300


class CheckName(StrEnum):
    """The checks in the order in which they run. The names are part of the API: screens translate by them."""

    MESSAGE = "message"  # base64, size, XML without active content
    STATUS = "status"  # the status that the identity provider reports
    STRUCTURE = "structure"  # one response, one assertion, each in its place
    ALGORITHM = "algorithm"
    CERTIFICATE = "certificate"
    SIGNATURE = "signature"
    ENCRYPTION = "encryption"
    VERSION = "version"
    ISSUER = "issuer"
    DESTINATION = "destination"
    REQUEST = "request"  # InResponseTo
    RECIPIENT = "recipient"
    AUDIENCE = "audience"
    TIME = "time"
    CONFIRMATION = "confirmation"
    CONDITIONS = "conditions"
    AUTHENTICATION = "authentication"
    SUBJECT = "subject"
    REPLAY = "replay"


@dataclass(frozen=True, slots=True)
class CheckedValue:
    """`came` and `expected` are values of the message and of the connection; `mend` says how to fix the
    failure, `code` distinguishes the failures of a check that can fail in several ways."""

    name: str
    passed: bool
    says: str
    came: str | None = None
    expected: str | None = None
    mend: str | None = None
    code: str | None = None


class SamlRefused(Exception):
    """The message failed verification. `check` is the first check that failed."""

    def __init__(self, check: CheckedValue) -> None:
        super().__init__(f"{check.name}: {check.says}")
        self.check = check


@dataclass(slots=True)
class CheckTrace:
    checks: list[CheckedValue] = field(default_factory=list)

    def record_check(
        self,
        name: str,
        is_passed: bool,
        says: str,
        *,
        came: str | None = None,
        expected: str | None = None,
        mend: str | None = None,
        code: str | None = None,
    ) -> CheckedValue:
        """Record a check. One that passed has `mend` where something should be fixed all the same."""
        check = CheckedValue(
            name, is_passed, says, printable_value(came), printable_value(expected), mend, code
        )
        self.checks.append(check)
        return check

    def record_passed(self, name: str, says: str, came: str | None = None) -> None:
        self.record_check(name, True, says, came=came)

    def record_failed(
        self,
        name: str,
        says: str,
        *,
        mend: str,
        came: str | None = None,
        expected: str | None = None,
        code: str | None = None,
    ) -> SamlRefused:
        """Record a failed check. Returns the exception to raise where no other check makes sense afterwards;
        else later checks still run, so that all problems are reported together."""
        return SamlRefused(
            self.record_check(name, False, says, came=came, expected=expected, mend=mend, code=code)
        )

    def raise_first_failure(self) -> None:
        """Raises `SamlRefused` with the first check that failed, if any."""
        for check in self.checks:
            if not check.passed:
                raise SamlRefused(check)


def printable_value(value: str | None) -> str | None:
    """An untrusted value, shortened and without characters that a terminal or a log would interpret."""
    if value is None:
        return None
    plain = "".join(each if each.isprintable() else "\ufffd" for each in value)
    return plain if len(plain) <= MOST_SHOWN else plain[:MOST_SHOWN] + "…"
