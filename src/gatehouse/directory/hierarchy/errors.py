from gatehouse.kit.errors import Conflict, NotFound


class WouldBeCycle(Conflict):
    """No account is below itself."""

    code = "hierarchy.cycle"


class NotBelow(NotFound):
    code = "hierarchy.not_below"


class TreeMoved(Conflict):
    """Somebody else moved one of the accounts at this moment."""

    code = "hierarchy.moved"
