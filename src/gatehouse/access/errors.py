"""Refusals of a caller."""

from gatehouse.kit.errors import Forbidden, Unauthenticated


class SessionEnded(Unauthenticated):
    code = "session.ended"


class MissingPermission(Forbidden):
    code = "access.missing_permission"


class PersonNeeded(Forbidden):
    """A machine or a tenant's token asked for what only a person has."""

    code = "access.person_needed"
