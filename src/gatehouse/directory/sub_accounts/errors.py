"""Errors of sub-accounts and their tree."""

from gatehouse.kit.errors import Conflict, NotFound


class IdTaken(Conflict):
    """The id that the client proposed is in use."""

    code = "sub_accounts.id_taken"


class TooDeep(Conflict):
    code = "sub_accounts.too_deep"


class AccessAlwaysOn(Conflict):
    """The account's setting is `alwaysOn`, so access cannot be revoked from one member."""

    code = "sub_accounts.access_always_on"


class WouldBeCycle(Conflict):
    """An account cannot be below itself."""

    code = "hierarchy.cycle"


class NotBelow(NotFound):
    code = "hierarchy.not_below"


class TreeMoved(Conflict):
    """One of the accounts was moved concurrently."""

    code = "hierarchy.moved"
