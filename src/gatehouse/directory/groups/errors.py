"""Refusals about groups."""

from gatehouse.kit.errors import Conflict, Forbidden, NotFound


class GroupNotFound(NotFound):
    code = "groups.not_found"


class GroupNameTaken(Conflict):
    code = "groups.name_taken"


class TooManyGroups(Conflict):
    code = "groups.too_many"


class ManagedElsewhere(Forbidden):
    """A directory keeps this group: it would undo what is changed here."""

    code = "groups.managed_elsewhere"


class GroupOutranksYou(Forbidden):
    """Nobody changes a group with a role that they may not give."""

    code = "groups.outranks_you"
