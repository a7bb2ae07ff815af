"""Errors of groups."""

from gatehouse.kit.errors import Conflict, Forbidden, NotFound


class GroupNotFound(NotFound, code="groups.not_found"): ...


class GroupNameTaken(Conflict, code="groups.name_taken"): ...


class TooManyGroups(Conflict, code="groups.too_many"): ...


class ManagedElsewhere(Forbidden, code="groups.managed_elsewhere"):
    """A directory manages this group and would undo a change made here."""


class GroupOutranksYou(Forbidden, code="groups.outranks_you"):
    """The group has a role that the caller may not give."""
