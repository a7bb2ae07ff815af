from gatehouse.kit.errors import Conflict, Invalid, NotFound


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
