from typing import ClassVar

from gatehouse.kit.errors import DomainError, Forbidden


class PrehookBlocked(Forbidden):
    """The vendor's service refuses, in its own words."""

    code = "prehooks.blocked"
    keeps_writes = True


class PrehookUnanswered(DomainError):
    """It did not answer as it should, and nobody is let pass without its answer."""

    status: ClassVar[int] = 503
    code: ClassVar[str] = "prehooks.unanswered"
