from gatehouse.kit.errors import Conflict, NotFound


class WouldBeCycle(Conflict):
    """An account cannot be below itself."""

    code = "hierarchy.cycle"


class NotBelow(NotFound):
    code = "hierarchy.not_below"


class TreeMoved(Conflict):
    """One of the accounts was moved concurrently."""

    code = "hierarchy.moved"
