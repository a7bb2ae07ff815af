from typing import ClassVar

from gatehouse.kit.errors import Conflict, DomainError, Forbidden, Invalid, NotFound


class PrehookBlocked(Forbidden, code="prehooks.blocked", keeps_writes=True):
    """The vendor's service refuses, in its own words, which are the same in every language."""


class PrehookRefused(PrehookBlocked, code="prehooks.refused"):
    """Raised when a prehook refuses without a message for the user; screens show a translated text."""


class PrehookUnanswered(DomainError):
    """Raised when a prehook gave no valid answer, and requires one."""

    status: ClassVar[int] = 503
    code: ClassVar[str] = "prehooks.unanswered"
    keeps_writes: ClassVar[bool] = True


class PrehookNotFound(NotFound, code="prehooks.not_found"): ...


class EventTaken(Conflict, code="prehooks.event_taken"):
    """One prehook for each event."""


class NoCustomCode(Invalid, code="prehooks.no_custom_code"):
    """Raised for a prehook with custom code, which Gatehouse does not run."""


class UrlUnusable(Invalid, code="prehooks.url_unusable"): ...
