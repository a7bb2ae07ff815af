"""Errors of sub-accounts and their tree."""

from gatehouse.kit.errors import Conflict, NotFound


class IdTaken(Conflict, code="sub_accounts.id_taken"):
    """The id that the client proposed is in use."""


class TooDeep(Conflict, code="sub_accounts.too_deep"): ...


class AccessAlwaysOn(Conflict, code="sub_accounts.access_always_on"):
    """The account's setting is `alwaysOn`, so access cannot be revoked from one member."""


class WouldBeCycle(Conflict, code="hierarchy.cycle"):
    """An account cannot be below itself."""


class NotBelow(NotFound, code="hierarchy.not_below"): ...


class TreeMoved(Conflict, code="hierarchy.moved"):
    """One of the accounts was moved concurrently."""
