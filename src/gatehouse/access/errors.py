"""Refusals of a caller."""

from gatehouse.kit.errors import Forbidden, Unauthenticated


class SessionEnded(Unauthenticated):
    code = "session.ended"


class MissingPermission(Forbidden):
    code = "access.missing_permission"


class PersonNeeded(Forbidden):
    """A machine or a tenant's token asked for what only a person has."""

    code = "access.person_needed"


class StepUpNeeded(Forbidden):
    """A second factor was not shown, or too long ago."""

    code = "access.step_up_needed"


class RecentSignInNeeded(Forbidden):
    code = "access.recent_sign_in_needed"
