from typing import ClassVar

from gatehouse.kit.errors import Conflict, DomainError, Forbidden, Invalid, NotFound


class PrehookBlocked(Forbidden):
    """The vendor's service refuses, in its own words, which are the same in every language."""

    code = "prehooks.blocked"
    keeps_writes = True


class PrehookRefused(PrehookBlocked):
    """It refuses, and says nothing to the person: screens have words in each language."""

    code = "prehooks.refused"


class PrehookUnanswered(DomainError):
    """It did not answer as it should, and nobody is let pass without its answer."""

    status: ClassVar[int] = 503
    code: ClassVar[str] = "prehooks.unanswered"
    keeps_writes: ClassVar[bool] = True


class PrehookNotFound(NotFound):
    code = "prehooks.not_found"


class EventTaken(Conflict):
    """One prehook for each event."""

    code = "prehooks.event_taken"


class NoCustomCode(Invalid):
    """Gatehouse runs nobody's code."""

    code = "prehooks.no_custom_code"


class UrlUnusable(Invalid):
    code = "prehooks.url_unusable"
